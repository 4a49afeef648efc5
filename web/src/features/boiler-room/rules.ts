import { editMinutes } from '@wtpu/contract/limits'
import { imageVariant, variantWidths } from '@wtpu/contract/images'
import type { Post } from '@wtpu/contract/boiler-room/posts'
import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'

/** The element id of a post's card. */
export const postCardId = (id: number) => `post-${id}`

/** The address of a single post. */
export const permalink = (id: number, origin: string) => `${origin}/boiler-room?post=${id}`

/** Authors can edit for 15 minutes. The server decides by its own clock. */
export function isEditable({ created_at }: Pick<Post, 'created_at'>, now: Date): boolean {
  return now.getTime() - Date.parse(created_at) < editMinutes * 60_000
}

/** Width divided by height, or `fallback` if unknown, within limits that keep a card readable. */
export function aspectRatio(
  { width, height }: Pick<PostMedia, 'width' | 'height'>,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  return width > 0 && height > 0 ? Math.min(max, Math.max(min, width / height)) : fallback
}

/** The height in rem that a single image has at most, so that a portrait does not fill the screen. */
const singleMaxHeight = 32

type Size = Pick<PostMedia, 'width' | 'height'>

/** The shape of the only image of a post. The lightbox shows what is cut off. */
export const singleImageRatio = (image: Size) => aspectRatio(image, { min: 3 / 4, max: 4, fallback: 1.5 })

/** The width of the only image of a post. Portraits are narrower than the card, and small images are not enlarged. */
export function singleImageWidth(image: Size): string {
  const own = image.width > 0 ? `, max(${image.width}px, 8rem)` : ''
  return `min(100%, ${singleMaxHeight * singleImageRatio(image)}rem${own})`
}

/** The `sizes` of the only image of a post. */
export function singleImageSizes(image: Size): string {
  return `(width < 48rem) 100vw, ${Math.min(42, singleMaxHeight * singleImageRatio(image))}rem`
}

/** Larger variants are requested by the lightbox only. */
const largestInCard = 1280

/** The `src` and `srcset` of an image in a card. */
export function imageSources({ file, width }: Pick<PostMedia, 'file' | 'width'>): { src: string; srcSet?: string } {
  const src = imageVariant(file, 640)
  // The server made no variants of this file.
  if (width <= 0 || src === file) return { src }
  const widths = variantWidths(width).filter((candidate) => candidate <= largestInCard)
  return { src, srcSet: widths.map((variant) => `${imageVariant(file, variant)} ${variant}w`).join(', ') }
}

/** Names the field for the description of an image or a video. */
export function descriptionLabel(media: readonly Pick<PostMedia, 'kind'>[], index: number): string {
  if (media[index]?.kind === 'video') return 'Video description'
  return media.length === 1 ? 'Image description' : `Description of image ${index + 1}`
}

/** The addresses of the providers' share pages. TikTok has none. */
export function shareAddresses(link: string, text: string) {
  const [encodedLink, encodedText] = [encodeURIComponent(link), encodeURIComponent(text)]
  return {
    Facebook: `https://www.facebook.com/sharer/sharer.php?u=${encodedLink}&quote=${encodedText}`,
    Twitter: `https://twitter.com/intent/tweet?url=${encodedLink}&text=${encodedText}`,
    LinkedIn: `https://www.linkedin.com/sharing/share-offsite/?url=${encodedLink}&summary=${encodedText}`,
    TikTok: 'https://www.tiktok.com/',
  }
}
