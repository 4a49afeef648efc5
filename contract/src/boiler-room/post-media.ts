import { Type, type Static } from 'typebox'
import { fullCount } from '../full-count.ts'

/** Lengths are counted in characters as people see them, see `characterCount`. */
export const maxImages = 4
export const imageMaxBytes = 5 * 1024 * 1024
export const videoMaxBytes = 100 * 1024 * 1024
export const videoMaxSeconds = 10 * 60
export const altMaxLength = 500
export const captionsMaxBytes = 256 * 1024
export const maxCues = 5000

export const mediaProblems = {
  tooManyImages: `A post can have at most ${maxImages} images.`,
  oneVideo: 'A post can have up to 4 images or one video.',
  imageTooLarge: 'Each image must be less than 5MB.',
  videoTooLarge: 'A video must be less than 100MB.',
  videoTooLong: 'A video can be at most 10 minutes long.',
  unknownType: 'Please choose JPEG, PNG, WebP or GIF images, or an MP4 or WebM video.',
} as const

export const captionsProblems = {
  tooLarge: 'Captions must be less than 256 kB.',
  unknownType: 'Please choose captions in the format WebVTT (.vtt) or SubRip (.srt).',
  noCues: 'This file has no captions.',
  tooManyCues: `There can be at most ${fullCount(maxCues)} captions.`,
  noVideo: 'Only a video can have captions.',
} as const

export const PostMedia = Type.Object({
  kind: Type.Enum(['image', 'video']),
  /** For an image, the URL of its largest variant; `imageVariant` derives the others. */
  file: Type.String(),
  /** The URL of the first frame: of a video, if there is one, and of each animated image. Null for other images. */
  poster: Type.Union([Type.String(), Type.Null()]),
  /** Pixels; 0 if unknown. */
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  /** The URL of a WebVTT file. Only of a video. */
  captions: Type.Union([Type.String(), Type.Null()]),
})
export type PostMedia = Static<typeof PostMedia>
