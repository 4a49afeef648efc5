import { servePictureJobs } from '#media/serve-picture-jobs.ts'
import { drawShareImage } from './draw.ts'

servePictureJobs(drawShareImage)
