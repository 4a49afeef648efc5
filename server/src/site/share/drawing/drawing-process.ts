import { serveJobs } from '#media/serve-jobs.ts'
import { drawShareImage } from './draw.ts'

serveJobs(drawShareImage)
