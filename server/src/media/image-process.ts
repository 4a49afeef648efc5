import { serveJobs } from '#processes/serve-jobs.ts'
import type { ImageJob, LogoJob } from './image-job.ts'
import { writeVariants } from './image-variants.ts'
import { writeLogo } from './logo-images.ts'

serveJobs((job: ImageJob | LogoJob) => ('isLogo' in job ? writeLogo(job) : writeVariants(job)))
