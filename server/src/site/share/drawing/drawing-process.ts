import { serveJobs } from '#processes/serve-jobs.ts'
import { drawShareImage } from './draw.ts'

serveJobs(drawShareImage)
