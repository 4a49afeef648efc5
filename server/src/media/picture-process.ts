import { servePictureJobs } from './serve-picture-jobs.ts'
import { writeVariants } from './picture-variants.ts'

servePictureJobs(writeVariants)
