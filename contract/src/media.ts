/** Specification 9, image helper: the widths in which the server keeps a picture, as webp and jpg of quality 80. */
export const imageWidths = [320, 480, 640, 768, 1024, 1280, 1920] as const
export const imageQuality = 80

/** `/media/avatars/2f9c-640.webp`: folder, key of the picture, its greatest width, format. */
const pictureName = /^(.*)-(\d+)\.(webp|jpg)$/

/** The widths a stored picture has: those of the list below its own, and its own, which its address ends with. */
export function variantWidths(width: number): number[] {
  return [...imageWidths.filter((one) => one < width), width]
}

/** The same picture in another width and format; any other address comes back as it is. */
export function pictureVariant(address: string, width: number, format: 'webp' | 'jpg' = 'webp'): string {
  const [, base, greatest] = pictureName.exec(address) ?? []
  if (base === undefined || greatest === undefined) return address
  const fitting = variantWidths(Number(greatest)).find((one) => one >= width) ?? Number(greatest)
  return `${base}-${fitting}.${format}`
}
