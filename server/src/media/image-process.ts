import { serveJobs } from '#processes/serve-jobs.ts'
import { writeVariants } from './image-variants.ts'

serveJobs(writeVariants)
