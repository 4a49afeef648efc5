/* oxlint-disable no-control-regex -- the first bytes of files are not text */
import { mediaProblems } from '../boiler-room/post-media.ts'

/** Phones take photos of 48 and 50 megapixels. A small file with far more pixels could decompress into gigabytes. */
export const imageMaxPixels = 52_000_000

const million = (pixels: number) => Math.ceil(pixels / 1e6)

/** Why a file is not accepted as an image or video. */
export const fileProblems = {
  empty: 'This file is empty.',
  damagedImage: 'This image is damaged or incomplete.',
  damagedVideo: 'This video is damaged or incomplete.',
  otherTracks: 'This video contains subtitles or other data besides picture and sound. Please save it without them.',
  proRes:
    'This is a ProRes video, which browsers cannot play. Please export it as H.264, or turn off Apple ProRes in the settings of the camera.',
  tooManyPixels: (pixels: number) =>
    `This image has ${million(pixels)} million pixels; at most ${million(imageMaxPixels)} million are possible.`,
  tooTall: (width: number, height: number) => `This image has ${width} x ${height} pixels and is too tall.`,
  tooDemanding: 'This image takes too much time or memory to process.',
  notAnImage: 'This is a video.',
} as const

const heic =
  'This is a HEIC photo, which most browsers cannot show. Please save it as JPEG and choose that file. An iPhone takes JPEG photos after Settings > Camera > Formats > Most Compatible.'

/** Kinds of files that people choose by mistake: how they begin, and a part of their media type or their file name. */
const otherKinds: readonly { is: string; head: RegExp; type: RegExp; name: RegExp }[] = [
  { is: heic, head: /^.{4}ftyp(?:hei[cmsx]|hev[cmx]|mif1|msf1)/s, type: /hei[cf]/, name: /\.hei[cf]$/i },
  { is: 'This is an AVIF image.', head: /^.{4}ftypavi[fs]/s, type: /avif/, name: /\.avif$/i },
  { is: 'This is an SVG drawing.', head: /^\s*<svg|^\s*<\?xml.*<svg/is, type: /svg/, name: /\.svgz?$/i },
  { is: 'This is a web page.', head: /^\s*<(?:!doctype html|html)/i, type: /html/, name: /\.x?html?$/i },
  { is: 'This is a PDF document.', head: /^%PDF/, type: /pdf/, name: /\.pdf$/i },
  {
    is: 'This is a TIFF image or the raw photo of a camera.',
    head: /^(?:II\*\0|MM\0\*)/,
    type: /tiff|raw|dng/,
    name: /\.(?:tiff?|dng|cr[23]|nef|arw)$/i,
  },
  { is: 'This is a BMP image.', head: /^BM/, type: /bmp/, name: /\.bmp$/i },
  { is: 'This is a JPEG XL image.', head: /^(?:\xFF\n|\0\0\0\fJXL )/, type: /jxl/, name: /\.jxl$/i },
  { is: 'This is a Photoshop file.', head: /^8BPS/, type: /photoshop/, name: /\.psd$/i },
  {
    is: 'This is a ZIP archive or an office document.',
    head: /^PK\x03\x04/,
    type: /zip|officedocument/,
    name: /\.(?:zip|docx|xlsx|pptx|od[tsp])$/i,
  },
  { is: 'This is an AVI video.', head: /^RIFF.{4}AVI /s, type: /msvideo|\/avi/, name: /\.avi$/i },
  { is: 'This is a Matroska video.', head: /^\x1A\x45\xDF\xA3.*matroska/s, type: /matroska/, name: /\.mkv$/i },
  { is: 'This is a Windows Media file.', head: /^\x30\x26\xB2\x75/, type: /ms-(?:wmv|asf)/, name: /\.(?:wmv|asf)$/i },
  { is: 'This is a Flash video.', head: /^FLV\x01/, type: /x-flv/, name: /\.flv$/i },
  { is: 'This is an AVCHD video.', head: /^(?:.{4})?G.{187}(?:.{4})?G/s, type: /mp2t/, name: /\.(?:m2ts|mts)$/i },
  { is: 'This is an old QuickTime video.', head: /^.{4}(?:moov|mdat|wide|pnot)/s, type: /(?!)/, name: /(?!)/ },
  { is: 'This is an MPEG video.', head: /^\0\0\x01[\xB3\xBA]/, type: /video\/mpeg/, name: /\.mpe?g$/i },
  {
    is: 'This is a sound file.',
    head: /^(?:ID3|fLaC|OggS|RIFF.{4}WAVE|.{4}ftypM4A )/s,
    type: /^audio\//,
    name: /\.(?:mp3|m4a|wav|flac|ogg)$/i,
  },
]

/** How many first bytes `kindOfHead` looks at. */
export const headBytes = 512

/** A sentence that says what another kind of file is, by its first bytes as Latin-1. Undefined if it is not known. */
export function kindOfHead(head: string): string | undefined {
  return otherKinds.find((kind) => kind.head.test(head))?.is
}

/** The same by the media type and the name, for a browser that has not read the file. */
export function kindOfName({ type, name }: { type: string; name: string }): string | undefined {
  return otherKinds.find((kind) => (type === '' ? kind.name.test(name) : kind.type.test(type)))?.is
}

export const isOtherKind = (problem: string): boolean => otherKinds.some(({ is }) => is === problem)

/** Joins sentences, of which some are missing and some do not end with a period. */
export function sentences(...parts: (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .filter((part) => part !== '')
    .map((part, index, all) => (index < all.length - 1 && !part.endsWith('.') ? `${part}.` : part))
    .join(' ')
}

/** Why a file is not accepted in a post. If its type is not, or is not known (""), the accepted ones are listed. */
export function notTaken(problem = ''): string {
  const listsTypes = problem === '' || isOtherKind(problem)
  return listsTypes ? sentences(problem, mediaProblems.unknownType) : problem
}
