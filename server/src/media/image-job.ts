export interface ImageJob {
  /** Path of the uploaded file. */
  file: string
  /** The folder for the variants, created by the job. */
  into: string
  maxWidth: number
}

/** The largest variant, with its size in pixels. */
export interface LargestVariant {
  width: number
  height: number
  isAnimated: boolean
}

/** Larger animations are made smaller. */
export const animationMaxWidth = 480

/** The message that the image process responds with. */
export type JobOutcome<Result> = { done: Result } | { rejected: string } | { failed: string; code?: string }

/**
 * The upload is not an acceptable image: SVG, another file type, a decompression bomb or a damaged file. The message is a
 * sentence for people, empty if the file's type is not known.
 */
export class NotAnImage extends Error {}

/** Too many images are queued, or the server is stopping. */
export class ImagesBusy extends Error {}
