import type { Box, BoxReader } from './mp4-boxes.ts'
import { NotAVideo } from './video-file.ts'

interface Range {
  start: number
  end: number
}

const maxChunks = 50_000
const maxSamples = 500_000

/**
 * Where the samples of a track are in the file, one range per chunk. Leaves out ranges that are not in `mediaData`, so that
 * wrong tables cannot point at anything else.
 * @throws NotAVideo
 */
export function* sampleRanges(reader: BoxReader, stbl: Box, mediaData: Range[]): Generator<Range> {
  const boxes = new Map(reader.children(stbl).map((box) => [box.type, box]))
  const [sizes, chunks, long] = [boxes.get('stsz'), boxes.get('stsc'), boxes.get('co64')]
  const offsets = long ?? boxes.get('stco')
  // The samples of a fragmented track are in its fragments.
  if (!sizes || !chunks || !offsets) return
  const chunkCount = reader.uint32(offsets, 4)
  const sampleCount = reader.uint32(sizes, 8)
  if (chunkCount > maxChunks || sampleCount > maxSamples) throw new NotAVideo('too many samples')
  const sameSize = reader.uint32(sizes, 4)
  const sizeOf = (sample: number) => sameSize || reader.uint32(sizes, 12 + sample * 4)
  const runs = readRuns(reader, chunks)
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunkCount && sample < sampleCount; chunk++) {
    while ((runs[run + 1]?.firstChunk ?? Infinity) <= chunk) run++
    const next = Math.min(sample + (runs[run]?.samples ?? 0), sampleCount)
    const start = long ? reader.uint64(long, 8 + chunk * 8) : reader.uint32(offsets, 8 + chunk * 4)
    let end = start
    for (; sample < next; sample++) end += sizeOf(sample)
    if (contains(mediaData, { start, end })) yield { start, end }
  }
}

/** Whether one of the parts, which are in order, contains the range. Halves the search, because a file can have many. */
function contains(parts: Range[], { start, end }: Range): boolean {
  let [low, high] = [0, parts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.start ?? 0) <= start) low = middle + 1
    else high = middle
  }
  const part = parts[low - 1]
  return part !== undefined && start >= part.start && end <= part.end
}

/** The runs of chunks with equally many samples: the first chunk of each run, and how many samples its chunks have. */
function readRuns(reader: BoxReader, stsc: Box): { firstChunk: number; samples: number }[] {
  const count = Math.min(reader.uint32(stsc, 4), maxChunks)
  return Array.from({ length: count }, (_, index) => ({
    firstChunk: reader.uint32(stsc, 8 + index * 12) - 1,
    samples: reader.uint32(stsc, 12 + index * 12),
  }))
}
