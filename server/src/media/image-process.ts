import { serveJobs } from './serve-jobs.ts'
import { writeVariants } from './image-variants.ts'

serveJobs(writeVariants)
