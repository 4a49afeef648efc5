import { open } from 'node:fs/promises'

export type MediaKind = 'image' | 'video'

/** How the accepted types begin. The decoders check the rest. */
const signatures: [MediaKind, RegExp][] = [
  ['image', /^\xFF\xD8\xFF/],
  ['image', /^\x89PNG\r\n\x1A\n/],
  ['image', /^GIF8[79]a/],
  // Both parts, because libvips also decodes other types, such as SVG.
  ['image', /^RIFF.{4}WEBP/s],
  ['video', /^.{4}ftyp/s],
  // EBML, the base of WebM.
  ['video', /^\x1A\x45\xDF\xA3/],
]

/** Whether a file may be an accepted image or video. Reads its first bytes only. */
export async function detectKind(file: string): Promise<MediaKind | undefined> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(16), 0, 16, 0)
  const head = buffer.toString('latin1', 0, bytesRead)
  return signatures.find(([, signature]) => signature.test(head))?.[0]
}
