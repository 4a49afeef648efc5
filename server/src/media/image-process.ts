import { serveImageJobs } from './serve-image-jobs.ts'
import { writeVariants } from './image-variants.ts'

serveImageJobs(writeVariants)
