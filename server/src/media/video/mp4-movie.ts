import { fileProblems } from '@wtpu/contract/on-demand/rejected-files'
import type { Box, BoxReader } from './mp4-boxes.ts'
import { addFragmentSamples, addSamples, type SampleRanges } from './mp4-samples.ts'
import { NotAVideo } from './video-file.ts'

export interface Track {
  id: number
  /** `vide`, `soun` or another type, such as a phone's timed place data. */
  handler: string
  /** Units per second. */
  timescale: number
  width: number
  height: number
  /** The size of samples in fragments that have none of their own. */
  fragmentSampleSize: number
}

const keptInMovie = new Set(['mvhd', 'trak', 'mvex', 'iods'])
const keptInTrack = new Set(['tkhd', 'edts', 'tref', 'mdia'])
const keptInMedia = new Set(['mdhd', 'hdlr', 'minf', 'elng'])
const keptInMediaInfo = new Set(['vmhd', 'smhd', 'nmhd', 'dinf', 'stbl', 'hdlr'])
const metadata = new Set(['udta', 'meta', 'uuid', 'free', 'skip'])
const maxTracks = 50

/** Tracks that browsers play. Others are removed, because they hold place data, recording times or camera telemetry. */
const isPlayable = ({ handler }: Pick<Track, 'handler'>) => handler === 'vide' || handler === 'soun'

/**
 * Reads the box `moov`, the only one of this reader, blanks metadata in it, and adds the samples of the tracks that browsers
 * play. @throws NotAVideo
 */
export function readMovie(reader: BoxReader, ranges: SampleRanges): { seconds: number; tracks: Track[] } {
  const [moov] = reader.children({ content: 0, end: reader.buffer.length })
  if (!moov) throw new NotAVideo('no movie')
  const boxes = reader.children(moov)
  const mvhd = boxes.find(({ type }) => type === 'mvhd')
  const trak = boxes.filter(({ type }) => type === 'trak')
  if (!mvhd || trak.length > maxTracks) throw new NotAVideo('no movie header, or too many tracks')
  reader.keepOnly(moov, keptInMovie)
  const header = readTimes(reader, mvhd)
  const mvex = boxes.find(({ type }) => type === 'mvex')
  const mehd = mvex && reader.child(mvex, 'mehd')
  const fragments = mehd ? readNumber(reader, mehd, 4) : 0
  const sizes = readFragmentSizes(reader, mvex)
  const tracks = trak.map((box) => {
    const track = readTrack(reader, box, ranges)
    return { ...track, fragmentSampleSize: sizes.get(track.id) ?? 0 }
  })
  const seconds = [
    header.duration / header.timescale,
    fragments / header.timescale,
    ...tracks.map(({ seconds: length }) => length),
  ]
  return { seconds: Math.max(...seconds), tracks }
}

/** By the id of the track. */
function readFragmentSizes(reader: BoxReader, mvex: Box | undefined): Map<number, number> {
  const trex = mvex ? reader.children(mvex).filter(({ type }) => type === 'trex') : []
  return new Map(trex.map((box) => [reader.uint32(box, 4), reader.uint32(box, 16)]))
}

function readTrack(
  reader: BoxReader,
  trak: Box,
  ranges: SampleRanges,
): Omit<Track, 'fragmentSampleSize'> & { seconds: number } {
  const tkhd = required(reader, trak, 'tkhd')
  const mdia = required(reader, trak, 'mdia')
  const mdhd = required(reader, mdia, 'mdhd')
  const minf = required(reader, mdia, 'minf')
  const stbl = required(reader, minf, 'stbl')
  const handler = reader.code(required(reader, mdia, 'hdlr'), 8)
  const { timescale, duration } = readTimes(reader, mdhd)
  if (handler === 'vide') rejectProRes(reader, stbl)
  if (isPlayable({ handler })) {
    reader.keepOnly(trak, keptInTrack)
    reader.keepOnly(mdia, keptInMedia)
    reader.keepOnly(minf, keptInMediaInfo)
    for (const box of reader.children(stbl)) if (metadata.has(box.type)) reader.blank(box)
    removeAddresses(reader, minf)
    zeroTimes(reader, tkhd)
    addSamples(reader, stbl, ranges)
  } else reader.blank(trak)
  return {
    ...readTrackHeader(reader, tkhd),
    handler,
    timescale,
    seconds: Math.max(duration, sumOfDurations(reader, stbl)) / timescale,
  }
}

/** The format of cameras and editors, which no browser plays and of which a minute has gigabytes. */
function rejectProRes(reader: BoxReader, stbl: Box): void {
  const stsd = reader.child(stbl, 'stsd')
  const formats = stsd ? reader.children({ content: stsd.content + 8, end: stsd.end }).map(({ type }) => type) : []
  if (formats.some((type) => /^ap(?:c[hnso]|4[hx])$/.test(type))) throw new NotAVideo('ProRes', fileProblems.proRes)
}

/** In QuickTime files, the references to the data can hold names of disks and folders. Says that it is in the same file. */
function removeAddresses(reader: BoxReader, minf: Box): void {
  const dinf = reader.child(minf, 'dinf')
  const dref = dinf && reader.child(dinf, 'dref')
  if (!dref) return
  for (const box of reader.children({ content: dref.content + 8, end: dref.end })) {
    reader.uint32(box, 0)
    reader.patches.append(
      { offset: reader.base + box.start + 4, bytes: Buffer.from('url ') },
      { offset: reader.base + box.content, bytes: Buffer.from([0, 0, 0, 1]) },
    )
    reader.zero(box.content + 4, box.end - box.content - 4)
  }
}

function required(reader: BoxReader, parent: Box, type: string): Box {
  const box = reader.child(parent, type)
  if (!box) throw new NotAVideo(`no box ${type}`)
  return box
}

/** The time units and duration of a movie or media header. Zeroes the times of creation and modification. */
function readTimes(reader: BoxReader, box: Box): { timescale: number; duration: number } {
  const isLong = reader.uint8(box, 0) === 1
  const timescale = reader.uint32(box, isLong ? 20 : 12)
  if (timescale === 0) throw new NotAVideo('no time scale')
  const duration = readNumber(reader, box, isLong ? 24 : 16)
  zeroTimes(reader, box)
  return { timescale, duration }
}

function zeroTimes(reader: BoxReader, box: Box): void {
  const bytes = reader.uint8(box, 0) === 1 ? 16 : 8
  if (box.end - box.content < 4 + bytes) throw new NotAVideo(`the box ${box.type} is too short`)
  reader.zero(box.content + 4, bytes)
}

/** A number of 64 bits in version 1 of a box, of 32 bits in version 0. All ones mean that it is unknown. */
function readNumber(reader: BoxReader, box: Box, at: number): number {
  if (reader.uint8(box, 0) === 1) {
    const value = reader.uint64(box, at)
    return value >= 2 ** 64 - 1 ? 0 : value
  }
  const value = reader.uint32(box, at)
  return value === 2 ** 32 - 1 ? 0 : value
}

function readTrackHeader(reader: BoxReader, tkhd: Box): { id: number; width: number; height: number } {
  const shift = reader.uint8(tkhd, 0) === 1 ? 12 : 0
  const fixedPoint = (at: number) => reader.uint32(tkhd, at + shift) / 65_536
  const [width, height] = [fixedPoint(76), fixedPoint(80)]
  // The first number of the matrix is 0 if it turns the image by 90 or 270 degrees.
  const isTurned = reader.uint32(tkhd, 40 + shift) === 0 && reader.uint32(tkhd, 44 + shift) !== 0
  return { id: reader.uint32(tkhd, 12 + shift), ...(isTurned ? { width: height, height: width } : { width, height }) }
}

/** The durations of all samples, in case the headers declare less. */
function sumOfDurations(reader: BoxReader, stbl: Box): number {
  const stts = reader.child(stbl, 'stts')
  if (!stts) return 0
  const entries = reader.uint32(stts, 4)
  let sum = 0
  for (let at = 8; at < 8 + entries * 8; at += 8) sum += reader.uint32(stts, at) * reader.uint32(stts, at + 4)
  return sum
}

/**
 * Reads a box `moof`, blanks metadata in it, adds the samples that browsers play, and returns the start of its fragment in
 * seconds. @throws NotAVideo
 */
export function readFragment(reader: BoxReader, tracks: Track[], ranges: SampleRanges): number {
  const [moof] = reader.children({ content: 0, end: reader.buffer.length })
  if (!moof) throw new NotAVideo('no fragment')
  reader.keepOnly(moof, new Set(['mfhd', 'traf']))
  let seconds = 0
  let previousEnd: number | undefined
  for (const traf of reader.children(moof).filter(({ type }) => type === 'traf')) {
    const id = reader.uint32(required(reader, traf, 'tfhd'), 4)
    const time = readNumber(reader, required(reader, traf, 'tfdt'), 4)
    const track = tracks.find((candidate) => candidate.id === id)
    if (!track) throw new NotAVideo('a fragment of an unknown track')
    previousEnd = addFragmentSamples(reader, traf, {
      start: reader.base,
      previousEnd,
      defaultSize: track.fragmentSampleSize,
      ranges: isPlayable(track) ? ranges : undefined,
    })
    if (!isPlayable(track)) reader.blank(traf)
    else for (const box of reader.children(traf)) if (metadata.has(box.type)) reader.blank(box)
    seconds = Math.max(seconds, time / track.timescale)
  }
  return seconds
}
