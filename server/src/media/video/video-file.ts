import type { FileHandle } from 'node:fs/promises'
import { fileProblems } from '@wtpu/contract/on-demand/rejected-files'
import type { VideoFormat } from '#media/videos.ts'

/** The upload is not an acceptable video: another file type, damaged, incomplete or without images. */
export class NotAVideo extends Error {
  /** A sentence for people, empty if the type of the file is not accepted. */
  readonly problem: string

  constructor(message: string, problem: string = fileProblems.damagedVideo) {
    super(message)
    this.problem = problem
  }
}

export interface Video {
  format: VideoFormat
  /** 0 if the file does not say. */
  seconds: number
  /** Pixels as shown, after rotation. */
  width: number
  height: number
}

/** Zeros, or these bytes, to write over a part of a file. Its length stays the same, so that offsets in it stay valid. */
export type Patch = { offset: number; zeros: number } | { offset: number; bytes: Buffer }

/** Collects patches. Rejects files that need so many, or so large ones, that writing them would take long. */
export class PatchList {
  readonly #fileSize: number
  readonly #all: Patch[] = []
  #zeros = 0

  constructor(fileSize: number) {
    this.#fileSize = fileSize
  }

  /** @throws NotAVideo */
  append(...patches: Patch[]): void {
    for (const patch of patches) {
      this.#zeros += 'zeros' in patch ? patch.zeros : 0
      if (this.#all.length >= maxPatches) throw new NotAVideo('too much metadata')
      // Nested boxes overlap a few times, tables of a crafted file any number of times.
      if (this.#zeros > maxOverlaps * this.#fileSize) throw new NotAVideo('metadata overlaps')
      this.#all.push(patch)
    }
  }

  [Symbol.iterator](): IterableIterator<Patch> {
    return this.#all.values()
  }
}

export interface ReadVideo {
  video: Video
  /** Remove metadata. */
  patches: PatchList
}

const maxPatches = 100_000
const maxOverlaps = 4

const windowBytes = 64 * 1024
/** Larger than in any camera's file. */
const maxPixelsPerSide = 16_384

/** Reads parts of a file of any size through a small window. */
export class VideoFile {
  readonly #handle: FileHandle
  readonly size: number
  #window: Buffer = Buffer.alloc(0)
  #windowStart = 0

  constructor(handle: FileHandle, size: number) {
    this.#handle = handle
    this.size = size
  }

  /** @throws NotAVideo if the file ends before. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset + length > this.size) throw new NotAVideo('the file ends early')
    if (length > windowBytes) return this.#load(offset, length)
    if (offset < this.#windowStart || offset + length > this.#windowStart + this.#window.length) {
      this.#window = await this.#load(offset, Math.min(windowBytes, this.size - offset))
      this.#windowStart = offset
    }
    return this.#window.subarray(offset - this.#windowStart, offset - this.#windowStart + length)
  }

  async #load(offset: number, length: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#handle.read(Buffer.alloc(length), 0, length, offset)
    if (bytesRead < length) throw new NotAVideo('the file ends early')
    return buffer
  }
}

/** @throws NotAVideo if a side is missing or too large. */
export function checkedSize(width: number, height: number): { width: number; height: number } {
  const isValid = [width, height].every((side) => side >= 1 && side <= maxPixelsPerSide)
  if (!isValid) throw new NotAVideo(`${width} x ${height} pixels`)
  return { width: Math.round(width), height: Math.round(height) }
}
