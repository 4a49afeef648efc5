export interface PictureJob {
  /** Path of the uploaded file. */
  file: string
  /** The folder for the variants, created by the job. */
  into: string
  maxWidth: number
}

/** Pixels of the largest variant. */
export interface PictureSize {
  width: number
  height: number
}

/** The message that the picture process replies with. */
export type PictureOutcome<Result> = { done: Result } | { refused: string } | { failed: string; code?: string }

/** The upload is not an acceptable picture: SVG, another file type, a decompression bomb or a damaged file. */
export class NotAPicture extends Error {}

/** Too many pictures are queued, or the server is stopping. */
export class PicturesBusy extends Error {}
