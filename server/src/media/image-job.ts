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

export interface LogoJob {
  /** Path of the uploaded file. */
  file: string
  /** The folder for the images, created by the job. */
  into: string
  isLogo: true
}
