import { randomUUID } from 'node:crypto'
import { open } from 'node:fs/promises'
import { type FileStore, mediaUrl } from './file-store.ts'

export class NotADocument extends Error {}

/** A PDF ends with a mark, after which programs may leave some bytes. */
const tailBytes = 1_024

/** Stores a PDF as it is. `beforeSave` gets its URL. @throws NotADocument with a sentence about what the file is instead */
export async function saveDocument(
  store: FileStore,
  { file, beforeSave }: { file: string; beforeSave: (url: string) => Promise<void> },
): Promise<string> {
  await using handle = await open(file)
  const { size: bytes } = await handle.stat()
  if (bytes === 0) throw new NotADocument('This file is empty.')
  const read = async (from: number, length: number) =>
    (await handle.read(Buffer.alloc(length), 0, length, from)).buffer.toString('latin1')
  if (!/^%PDF-\d\.\d/.test(await read(0, 8))) throw new NotADocument('This is not a PDF. Please choose a PDF.')
  if (!(await read(Math.max(0, bytes - tailBytes), tailBytes)).includes('%%EOF'))
    throw new NotADocument('This PDF is incomplete. Please save it again.')
  const name = `kits/${randomUUID()}.pdf`
  await beforeSave(mediaUrl(name))
  await store.save(name, { stream: handle.createReadStream({ start: 0, autoClose: false }), bytes })
  return mediaUrl(name)
}

export async function removeDocument(store: FileStore, address: string): Promise<void> {
  const [, name] = /^\/media\/(kits\/[a-z0-9-]+\.pdf)$/.exec(address) ?? []
  if (name !== undefined) await store.remove(name)
}
