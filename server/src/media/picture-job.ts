export interface PictureJob {
  /** Path of the upload. */
  file: string
  /** The folder that the variants are written to; the job creates it. */
  into: string
  maxWidth: number
}

/** What the picture process answers. */
export type PictureOutcome = { largest: number } | { refused: string } | { failed: string; code?: string }

/** The upload is not a picture that we accept: SVG, another document in disguise, a bomb, a damaged file. */
export class NotAPicture extends Error {}

/** Too many pictures are waiting, or the server is stopping. */
export class PicturesBusy extends Error {}
