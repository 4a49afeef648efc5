import { serveImageJobs } from '#media/serve-image-jobs.ts'
import { drawShareImage } from './draw.ts'

serveImageJobs(drawShareImage)
