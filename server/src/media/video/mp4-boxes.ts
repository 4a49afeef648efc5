import { NotAVideo, type Patch, type PatchList } from './video-file.ts'

/** A box (ISO/IEC 14496-12) inside a buffer that starts at `base` in the file. */
export interface Box {
  type: string
  /** Positions in the buffer. */
  start: number
  content: number
  end: number
}

const maxBoxesPerReader = 20_000

/** How many boxes may be read in a file, counted again each time they are listed. */
export interface BoxBudget {
  left: number
}

/** Cuts a part of a file into boxes and collects patches. Counts boxes, so that many or nested ones cannot take long. */
export class BoxReader {
  readonly buffer: Buffer
  readonly base: number
  readonly patches: PatchList
  readonly #budget: BoxBudget
  #left = maxBoxesPerReader

  constructor(buffer: Buffer, { base, patches, budget }: { base: number; patches: PatchList; budget: BoxBudget }) {
    this.buffer = buffer
    this.base = base
    this.patches = patches
    this.#budget = budget
  }

  /** @throws NotAVideo if a length leaves its parent. */
  children(parent: Pick<Box, 'content' | 'end'>): Box[] {
    const boxes: Box[] = []
    for (let start = parent.content; start < parent.end;) {
      if (--this.#left < 0 || --this.#budget.left < 0) throw new NotAVideo('too many boxes')
      // Some writers end a list of boxes with a zero.
      if (parent.end - start === 4 && this.buffer.readUInt32BE(start) === 0) break
      const { type, headerBytes, size } = parseHeader(this.buffer.subarray(start, parent.end), parent.end - start)
      boxes.push({ type, start, content: start + headerBytes, end: start + size })
      start += size
    }
    return boxes
  }

  child(parent: Box, type: string): Box | undefined {
    return this.children(parent).find((box) => box.type === type)
  }

  /** Turns a box into a free box of zeros. */
  blank({ start, content, end }: Box): void {
    this.patches.append(...blankBox(this.base + start, content - start, end - start))
  }

  /** Blanks all children except those of the given types. */
  keepOnly(parent: Box, types: ReadonlySet<string>): void {
    for (const box of this.children(parent)) if (!types.has(box.type)) this.blank(box)
  }

  zero(offset: number, zeros: number): void {
    this.patches.append({ offset: this.base + offset, zeros })
  }

  uint32(box: Box, at: number): number {
    return this.buffer.readUInt32BE(this.#checked(box, at, 4))
  }

  uint64(box: Box, at: number): number {
    return Number(this.buffer.readBigUInt64BE(this.#checked(box, at, 8)))
  }

  uint8(box: Box, at: number): number {
    return this.buffer.readUInt8(this.#checked(box, at, 1))
  }

  /** Four characters. */
  code(box: Box, at: number): string {
    const position = this.#checked(box, at, 4)
    return this.buffer.toString('latin1', position, position + 4)
  }

  #checked(box: Box, at: number, length: number): number {
    if (box.content + at + length > box.end) throw new NotAVideo(`the box ${box.type} is too short`)
    return box.content + at
  }
}

/** Reads the header of a box of which at most `available` bytes exist. @throws NotAVideo */
export function parseHeader(head: Buffer, available: number): { type: string; headerBytes: number; size: number } {
  if (head.length < 8) throw new NotAVideo('a box is cut off')
  const type = head.toString('latin1', 4, 8)
  const short = head.readUInt32BE(0)
  if (short === 1 && head.length < 16) throw new NotAVideo('a box is cut off')
  const headerBytes = short === 1 ? 16 : 8
  // 0: the box extends to the end.
  const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? available : short
  if (size < headerBytes || size > available) throw new NotAVideo(`the box ${type} has a wrong length`)
  return { type, headerBytes, size }
}

export function blankBox(offset: number, headerBytes: number, size: number): Patch[] {
  return [
    { offset: offset + 4, bytes: Buffer.from('free') },
    { offset: offset + headerBytes, zeros: size - headerBytes },
  ]
}
