import path from 'node:path'
import { fileProblems } from '@wtpu/contract/on-demand/rejected-files'
import { JobQueue, type JobSettings } from '#processes/job-queue.ts'
import type { ImageJob, LargestVariant, LogoJob } from './image-job.ts'

/**
 * Decodes uploads, one at a time, and writes their variants, or the images of a logo. It rejects everything else: SVG, another file type,
 * a decompression bomb or a damaged file. The message is empty if the file's type is not known.
 */
export class ImageQueue extends JobQueue<ImageJob | LogoJob, LargestVariant> {
  constructor(settings: Omit<JobSettings, 'program'> = {}) {
    super({
      program: path.join(import.meta.dirname, 'image-process.ts'),
      tooDemanding: fileProblems.tooDemanding,
      ...settings,
    })
  }
}
