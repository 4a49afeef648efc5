import { open } from 'node:fs/promises'
import { fileProblems, headBytes, kindOfHead } from '@wtpu/contract/on-demand/rejected-files'

export type MediaKind = 'image' | 'video'

/** What the accepted types have at which positions. The decoders check the rest. */
const signatures: [kind: MediaKind, ...parts: [offset: number, bytes: string][]][] = [
  ['image', [0, '\xFF\xD8\xFF']],
  ['image', [0, '\x89PNG\r\n\x1A\n']],
  ['image', [0, 'GIF8']],
  // Both parts, because libvips also decodes other types, such as SVG.
  ['image', [0, 'RIFF'], [8, 'WEBP']],
  ['video', [4, 'ftyp']],
  // EBML, the base of WebM.
  ['video', [0, '\x1A\x45\xDF\xA3']],
]

/**
 * Whether a file may be an accepted image or video, or a sentence about what it is instead, if that is known. Reads its first
 * bytes only.
 */
export async function detectKind(file: string): Promise<{ kind?: MediaKind; problem?: string }> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  if (bytesRead === 0) return { problem: fileProblems.empty }
  const head = buffer.toString('latin1', 0, bytesRead)
  const problem = kindOfHead(head)
  if (problem !== undefined) return { problem }
  const found = signatures.find(([, ...parts]) => parts.every(([offset, bytes]) => head.startsWith(bytes, offset)))
  return found ? { kind: found[0] } : {}
}
