import { fileProblems } from '@wtpu/contract/on-demand/rejected-files'
import { type Element, readChildren, readElement, readFloat, readUint, voidElement } from './ebml.ts'
import { checkedSize, NotAVideo, PatchList, type ReadVideo, type VideoFile } from './video-file.ts'

const id = {
  docType: 0x4282,
  segment: 0x18538067,
  crc32: 0xbf,
  void: 0xec,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackType: 0x83,
  trackName: 0x536e,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cues: 0x1c53bb6b,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
} as const

const maxElements = 1_000_000
const maxChildren = 1_000
const maxHeaderBytes = 1024 * 1024
const trackTypes = { video: 1, audio: 2 }

const keptInSegment = new Set<number>([id.seekHead, id.info, id.tracks, id.cues, id.cluster])
const keptInInfo = new Set<number>([id.timestampScale, id.duration, id.muxingApp, id.writingApp])
/** Elements that end a cluster of unknown length. */
const topLevel = new Set<number>([...keptInSegment, 0x1254c367, 0x1941a469, 0x1043a770])

interface Found {
  seconds: number
  /** Seconds per unit of a cluster's time. */
  unit: number
  lastCluster: number
  size: { width: number; height: number } | undefined
  patches: PatchList
}

/** Reads a WebM file, also one that a browser recorded without lengths. @throws NotAVideo */
export async function readWebm(file: VideoFile): Promise<ReadVideo> {
  const header = await readElement(file, 0, file.size)
  if (header.end - header.content > 1024) throw new NotAVideo('no header')
  const docType = (await readChildren(file, header, maxChildren)).find((child) => child.id === id.docType)
  const name = docType && (await file.read(docType.content, docType.end - docType.content)).toString('latin1')
  if (name?.replace(/\0+$/, '') !== 'webm') throw new NotAVideo(`document type ${name}`, '')
  const segment = await readElement(file, header.end, file.size)
  if (segment.id !== id.segment) throw new NotAVideo('no segment')
  const found: Found = { seconds: 0, unit: 0.001, lastCluster: -1, size: undefined, patches: new PatchList(file.size) }
  await readSegment(file, { ...segment, end: Math.min(segment.end, file.size) }, found)
  if (!found.size || found.lastCluster < 0) throw new NotAVideo('no video track or no images')
  const seconds = Math.max(found.seconds, found.lastCluster * found.unit)
  return { video: { format: 'webm', seconds, ...found.size }, patches: found.patches }
}

/** Elements in a cluster of unknown length are read like those of the segment. */
async function readSegment(file: VideoFile, segment: Element, found: Found): Promise<void> {
  let inCluster = false
  let count = 0
  // The loop also reads what follows the segment, which no player shows.
  for (let offset = segment.content; offset < file.size;) {
    if (++count > maxElements) throw new NotAVideo('too many elements')
    const element = await readElement(file, offset, offset < segment.end ? segment.end : file.size)
    if (topLevel.has(element.id)) inCluster = false
    if (element.id === id.cluster) {
      inCluster = element.end === Infinity
      if (!inCluster) await readCluster(file, element, found)
    } else if (element.end === Infinity) throw new NotAVideo('an element has no length')
    else if (element.id === id.info) await readInfo(file, element, found)
    else if (element.id === id.tracks) await readTracks(file, element, found)
    else if (inCluster && element.id === id.timestamp) await readTimestamp(file, element, found)
    else if (!inCluster && !keptInSegment.has(element.id)) found.patches.append(...voidElement(element))
    offset = element.end === Infinity ? element.content : element.end
  }
}

/** Only the first elements: the time of a cluster comes before its blocks. */
async function readCluster(file: VideoFile, cluster: Element, found: Found): Promise<void> {
  for (let offset = cluster.content, count = 0; offset < cluster.end && count < 5; count++) {
    const element = await readElement(file, offset, cluster.end)
    if (element.id === id.timestamp) return readTimestamp(file, element, found)
    if (element.end === Infinity) break
    offset = element.end
  }
  throw new NotAVideo('a cluster has no time')
}

async function readTimestamp(file: VideoFile, element: Element, found: Found): Promise<void> {
  found.lastCluster = Math.max(found.lastCluster, await readUint(file, element))
}

/** Removes the title, the date and file names. */
async function readInfo(file: VideoFile, info: Element, found: Found): Promise<void> {
  let duration = 0
  for (const element of await readHeader(file, info)) {
    if (element.id === id.timestampScale) found.unit = (await readUint(file, element)) / 1e9
    if (element.id === id.duration) duration = await readFloat(file, element)
    // A checksum would no longer match.
    if (!keptInInfo.has(element.id)) found.patches.append(...voidElement(element))
  }
  found.seconds = Math.max(found.seconds, duration * found.unit)
}

async function readTracks(file: VideoFile, tracks: Element, found: Found): Promise<void> {
  for (const entry of await readHeader(file, tracks)) {
    if (entry.id === id.crc32) found.patches.append(...voidElement(entry))
    if (entry.id !== id.trackEntry) continue
    const parts = await readChildren(file, entry, maxChildren)
    for (const part of parts) if (part.id === id.trackName) found.patches.append(...voidElement(part))
    const typePart = parts.find((part) => part.id === id.trackType)
    const type = typePart && (await readUint(file, typePart))
    // Subtitles and timed metadata can tell place and time, and are mixed with the images in each cluster.
    if (type !== trackTypes.video && type !== trackTypes.audio) throw new NotAVideo('a track', fileProblems.otherTracks)
    const video = parts.find((part) => part.id === id.video)
    if (video && type === trackTypes.video) found.size ??= await readSize(file, video)
  }
}

async function readSize(file: VideoFile, video: Element): Promise<{ width: number; height: number }> {
  const parts = await readChildren(file, video, maxChildren)
  const side = async (wanted: number) => {
    const part = parts.find((candidate) => candidate.id === wanted)
    return part ? readUint(file, part) : 0
  }
  return checkedSize(await side(id.pixelWidth), await side(id.pixelHeight))
}

async function readHeader(file: VideoFile, element: Element): Promise<Element[]> {
  if (element.end - element.content > maxHeaderBytes) throw new NotAVideo('a header is too long')
  return readChildren(file, element, maxChildren)
}
