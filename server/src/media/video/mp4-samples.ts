import type { Box, BoxReader } from './mp4-boxes.ts'
import { NotAVideo } from './video-file.ts'

export interface Range {
  start: number
  end: number
}

/** More than a chunk per image in ten minutes of slow motion, so that sorting them cannot take long. */
const maxRanges = 200_000

/** Sound of 8 channels and 32 bits. */
const maxSoundSampleBytes = 32

/** Collects where samples are in a file. */
export class SampleRanges {
  readonly #all: Range[] = []

  /** @throws NotAVideo if there are too many. */
  add(start: number, end: number): void {
    if (this.#all.length >= maxRanges) throw new NotAVideo('too many samples')
    this.#all.push({ start, end })
  }

  /** What is between the samples in these parts of the file, which are in order. */
  *gaps(parts: readonly Range[]): Generator<Range> {
    const sorted = this.#all.toSorted((one, other) => one.start - other.start)
    let next = 0
    // Samples may begin in an earlier part.
    let covered = 0
    for (const { start, end } of parts) {
      let at = Math.max(start, covered)
      for (; next < sorted.length && (sorted[next]?.start ?? 0) < end; next++) {
        const sample = sorted[next] ?? { start: 0, end: 0 }
        if (sample.start > at) yield { start: at, end: sample.start }
        at = Math.max(at, sample.end)
      }
      if (at < end) yield { start: at, end }
      covered = at
    }
  }
}

/** Adds the samples of a track, one range per chunk. The samples of a fragmented track are in its fragments. @throws NotAVideo */
export function addSamples(reader: BoxReader, stbl: Box, ranges: SampleRanges): void {
  const boxes = new Map(reader.children(stbl).map((box) => [box.type, box]))
  const [sizes, chunks, long] = [readSizes(reader, boxes), boxes.get('stsc'), boxes.get('co64')]
  const offsets = long ?? boxes.get('stco')
  if (!sizes || !chunks || !offsets) return
  const chunkCount = reader.uint32(offsets, 4)
  const runs = readRuns(reader, chunks)
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunkCount && sample < sizes.count; chunk++) {
    while ((runs[run + 1]?.firstChunk ?? Infinity) <= chunk) run++
    const next = Math.min(sample + (runs[run]?.samples ?? 0), sizes.count)
    const start = long ? reader.uint64(long, 8 + chunk * 8) : reader.uint32(offsets, 8 + chunk * 4)
    ranges.add(start, start + sizes.sum(sample, next))
    sample = next
  }
}

interface Sizes {
  count: number
  /** The bytes of the samples from one to before another. */
  sum(from: number, to: number): number
}

function readSizes(reader: BoxReader, boxes: ReadonlyMap<string, Box>): Sizes | undefined {
  const [stsz, stz2] = [boxes.get('stsz'), boxes.get('stz2')]
  const box = stsz ?? stz2
  if (!box) return undefined
  const count = reader.uint32(box, 8)
  const same = stsz ? reader.uint32(stsz, 4) : 0
  // Uncompressed sound in QuickTime files may state the size of one channel, or 1.
  if (same > 0) return { count, sum: (from, to) => (to - from) * Math.max(same, maxSoundSampleBytes) }
  const bits = stsz ? 32 : reader.uint8(box, 7)
  const sizeOf = (sample: number) => {
    if (bits === 32) return reader.uint32(box, 12 + sample * 4)
    if (bits === 16) return reader.uint8(box, 12 + sample * 2) * 256 + reader.uint8(box, 13 + sample * 2)
    const byte = reader.uint8(box, 12 + Math.floor((sample * bits) / 8))
    return bits === 8 ? byte : sample % 2 === 0 ? byte >> 4 : byte & 15
  }
  const sum = (from: number, to: number) => {
    let bytes = 0
    for (let sample = from; sample < to; sample++) bytes += sizeOf(sample)
    return bytes
  }
  return { count, sum }
}

/** The runs of chunks with equally many samples: the first chunk of each run, and how many samples its chunks have. */
function readRuns(reader: BoxReader, stsc: Box): { firstChunk: number; samples: number }[] {
  return Array.from({ length: Math.min(reader.uint32(stsc, 4), maxRanges) }, (_, index) => ({
    firstChunk: reader.uint32(stsc, 8 + index * 12) - 1,
    samples: reader.uint32(stsc, 12 + index * 12),
  }))
}

interface Fragment {
  /** The start of its box `moof` in the file. */
  start: number
  /** The end of the samples of the track before in this fragment. */
  previousEnd: number | undefined
  /** The size of samples without one of their own. */
  defaultSize: number
  /** Undefined for a track that is removed. */
  ranges: SampleRanges | undefined
}

/** Adds the samples of a track in a fragment (`traf`). @returns the end of the last one. @throws NotAVideo */
export function addFragmentSamples(
  reader: BoxReader,
  traf: Box,
  { start, previousEnd, defaultSize, ranges }: Fragment,
): number {
  const boxes = reader.children(traf)
  const tfhd = boxes.find(({ type }) => type === 'tfhd')
  if (!tfhd) throw new NotAVideo('no box tfhd')
  const flags = reader.uint32(tfhd, 0)
  const has = (flag: number) => (flags & flag) !== 0
  const sizeAt = 8 + (has(1) ? 8 : 0) + (has(2) ? 4 : 0) + (has(8) ? 4 : 0)
  const size = has(16) ? reader.uint32(tfhd, sizeAt) : defaultSize
  const base = has(1) ? reader.uint64(tfhd, 8) : start
  // Without a flag, offsets count from the track before, but some writers count from the fragment.
  const bases = has(1) || has(0x20000) || previousEnd === undefined ? [base] : [base, previousEnd]
  let end = base
  for (const from of bases) {
    end = from
    for (const trun of boxes.filter(({ type }) => type === 'trun')) {
      const run = readRun(reader, trun, size)
      if (run.offset !== undefined) end = from + run.offset
      ranges?.add(end, end + run.bytes)
      end += run.bytes
    }
  }
  return end
}

function readRun(reader: BoxReader, trun: Box, defaultSize: number): { offset: number | undefined; bytes: number } {
  const flags = reader.uint32(trun, 0)
  const has = (flag: number) => (flags & flag) !== 0
  const count = reader.uint32(trun, 4)
  const offset = has(1) ? reader.uint32(trun, 8) | 0 : undefined
  if (!has(0x200)) return { offset, bytes: count * defaultSize }
  const first = 8 + (has(1) ? 4 : 0) + (has(4) ? 4 : 0) + (has(0x100) ? 4 : 0)
  const step = 4 * [0x100, 0x200, 0x400, 0x800].filter(has).length
  let bytes = 0
  for (let sample = 0; sample < count; sample++) bytes += reader.uint32(trun, first + sample * step)
  return { offset, bytes }
}
