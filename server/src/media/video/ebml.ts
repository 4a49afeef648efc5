import { NotAVideo, type Patch, type VideoFile } from './video-file.ts'

/** An element (RFC 8794). Positions are those in the file. */
export interface Element {
  id: number
  start: number
  content: number
  /** Infinity if the element has no declared length. */
  end: number
}

const voidId = 0xec
const maxHeaderBytes = 12

/** Reads the header of the element at `offset`, which must end before `limit`. @throws NotAVideo */
export async function readElement(file: VideoFile, offset: number, limit: number): Promise<Element> {
  const head = await file.read(offset, Math.min(maxHeaderBytes, limit - offset))
  const id = readVint(head, 0, { keepMarker: true, maxLength: 4 })
  const size = readVint(head, id.length, { keepMarker: false, maxLength: 8 })
  const content = offset + id.length + size.length
  const end = size.isUnknown ? Infinity : content + size.value
  if (!size.isUnknown && end > limit) throw new NotAVideo('an element is longer than its parent')
  return { id: id.value, start: offset, content, end }
}

/** A number whose first byte says how many bytes it has. All ones mean that a length is unknown. */
function readVint(bytes: Buffer, at: number, { keepMarker, maxLength }: { keepMarker: boolean; maxLength: number }) {
  const first = bytes[at] ?? 0
  const length = Math.clz32(first) - 23
  if (length > maxLength || at + length > bytes.length) throw new NotAVideo('an element is damaged')
  let value = keepMarker ? first : first - 2 ** (8 - length)
  let isUnknown = value === 2 ** (8 - length) - 1
  for (const byte of bytes.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isUnknown &&= byte === 0xff
  }
  return { value, length, isUnknown }
}

/** The elements inside a parent of known length. @throws NotAVideo if there are more than `max`. */
export async function readChildren(file: VideoFile, parent: Element, max: number): Promise<Element[]> {
  const children: Element[] = []
  for (let offset = parent.content; offset < parent.end;) {
    const element = await readElement(file, offset, parent.end)
    if (element.end === Infinity || children.length >= max) throw new NotAVideo('too many elements')
    children.push(element)
    offset = element.end
  }
  return children
}

export async function readUint(file: VideoFile, { content, end }: Element): Promise<number> {
  if (end - content > 8) throw new NotAVideo('a number is too long')
  let value = 0
  for (const byte of await file.read(content, end - content)) value = value * 256 + byte
  return value
}

export async function readFloat(file: VideoFile, { content, end }: Element): Promise<number> {
  const bytes = await file.read(content, Math.min(end - content, 8))
  const value = bytes.length === 8 ? bytes.readDoubleBE() : bytes.length === 4 ? bytes.readFloatBE() : 0
  return Number.isFinite(value) && value > 0 ? value : 0
}

/** Turns an element of known length into a Void element of zeros with the same length. */
export function voidElement({ start, end }: Element): Patch[] {
  const rest = end - start - 1
  // The length of the Void element's content takes 8 bytes if there is room, else 1.
  const header = Buffer.alloc(rest >= 8 ? 9 : 2)
  header[0] = voidId
  if (rest >= 8) header.writeBigUInt64BE(2n ** 56n + BigInt(rest - 8), 1)
  else header[1] = 0x80 + rest - 1
  return [
    { offset: start, bytes: header },
    { offset: start + header.length, zeros: end - start - header.length },
  ]
}
