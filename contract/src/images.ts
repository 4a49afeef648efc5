/** The server stores each image in these widths, as WebP and JPEG of quality 80. */
export const imageWidths = [320, 480, 640, 768, 1024, 1280, 1920] as const
export const imageQuality = 80

/** For example `/media/avatars/2f9c-640.webp`: folder, key, largest width, format; then the signature of a withheld file. */
const imagePattern = /^(.*)-(\d+)\.(webp|jpg)(\?.*)?$/

/** The widths in which an image is stored: all standard widths below its own width, and its own width. */
export function variantWidths(width: number): number[] {
  return [...imageWidths.filter((candidate) => candidate < width), width]
}

/** The URL of the smallest variant that is at least `width` wide, or the largest one. Other URLs are returned unchanged. */
export function imageVariant(url: string, width: number, format: 'webp' | 'jpg' = 'webp'): string {
  const [, base, largest, , query = ''] = imagePattern.exec(url) ?? []
  if (base === undefined || largest === undefined) return url
  const fitting = variantWidths(Number(largest)).find((candidate) => candidate >= width) ?? Number(largest)
  return `${base}-${fitting}.${format}${query}`
}
