import { blankBox, type BoxBudget, BoxReader, parseHeader } from './mp4-boxes.ts'
import { readFragment, readMovie } from './mp4-movie.ts'
import { SampleRanges } from './mp4-samples.ts'
import { checkedSize, NotAVideo, type Patch, PatchList, type ReadVideo, type VideoFile } from './video-file.ts'

const maxTopLevelBoxes = 20_000
/** About 30 for a fragment. */
const maxBoxes = 500_000
const maxMovieBytes = 16 * 1024 * 1024
const maxFragmentBytes = 1024 * 1024
/** Brands of files that browsers play as video/mp4. HEIF files have others. */
const brands = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |M4VH|M4VP|dash|cmfc|msdh|MSNV|3gp[4-9]|3g2[abc])$/
/**
 * A phone's QuickTime file has the same boxes as an MP4 file, so another major brand makes it one. It stays a compatible brand,
 * because players read the descriptions of sound by it.
 */
const quickTime = 'qt  '
const keptAsTheyAre = new Set(['mdat', 'sidx', 'ssix', 'styp', 'mfra'])

/** Reads an MP4 file, fragmented or not. @throws NotAVideo */
export async function readMp4(file: VideoFile): Promise<ReadVideo> {
  const patches = new PatchList(file.size)
  const budget = { left: maxBoxes }
  const played = new SampleRanges()
  const mediaData: { start: number; end: number }[] = []
  let movie: ReturnType<typeof readMovie> | undefined
  let fragmentsEnd = 0
  let count = 0
  for (let offset = 0; offset < file.size;) {
    if (++count > maxTopLevelBoxes) throw new NotAVideo('too many boxes')
    const left = file.size - offset
    const { type, headerBytes, size } = parseHeader(await file.read(offset, Math.min(16, left)), left)
    if (count === 1) patches.append(...(await checkBrands(file, { type, size })))
    else if (type === 'moov') {
      if (movie) throw new NotAVideo('two movies')
      movie = readMovie(await readBoxes(file, { offset, size, max: maxMovieBytes, patches, budget }), played)
    } else if (type === 'moof') {
      const fragment = await readBoxes(file, { offset, size, max: maxFragmentBytes, patches, budget })
      fragmentsEnd = Math.max(fragmentsEnd, readFragment(fragment, movie?.tracks ?? [], played))
    } else if (type === 'mdat') mediaData.push({ start: offset + headerBytes, end: offset + size })
    else if (!keptAsTheyAre.has(type)) patches.append(...blankBox(offset, headerBytes, size))
    offset += size
  }
  const shown = movie?.tracks.find(({ handler }) => handler === 'vide')
  if (!movie || !shown || mediaData.length === 0) throw new NotAVideo('no movie, video track or media data')
  const seconds = Math.max(movie.seconds, fragmentsEnd)
  // Samples of other tracks, and blocks of place data that cameras write between the samples.
  for (const { start, end } of played.gaps(mediaData)) patches.append({ offset: start, zeros: end - start })
  return { video: { format: 'mp4', seconds, ...checkedSize(shown.width, shown.height) }, patches }
}

async function checkBrands(file: VideoFile, { type, size }: { type: string; size: number }): Promise<Patch[]> {
  if (type !== 'ftyp' || size < 16 || size > 1024) throw new NotAVideo('no file type box', '')
  const box = (await file.read(0, size)).toString('latin1')
  // Major brand, version, then compatible brands.
  const compatible = box.slice(16).match(/.{4}/gs) ?? []
  const major = box.slice(8, 12)
  if (major === quickTime) {
    const written = [{ offset: 8, bytes: Buffer.from('mp42') }]
    return size < 20 ? written : [...written, { offset: 16, bytes: Buffer.from(quickTime) }]
  }
  if (![major, ...compatible].some((brand) => brands.test(brand))) {
    throw new NotAVideo(`brand ${major}`, '')
  }
  return []
}

async function readBoxes(
  file: VideoFile,
  {
    offset,
    size,
    max,
    patches,
    budget,
  }: { offset: number; size: number; max: number; patches: PatchList; budget: BoxBudget },
): Promise<BoxReader> {
  if (size > max) throw new NotAVideo(`a box has ${size} bytes`)
  return new BoxReader(await file.read(offset, size), { base: offset, patches, budget })
}
