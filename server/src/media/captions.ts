import { randomUUID } from 'node:crypto'
import { captionsMaxBytes, captionsProblems, maxCues } from '@wtpu/contract/boiler-room/post-media'
import { mediaUrl, type FileStore } from './file-store.ts'

/** Why a text is not accepted as captions. */
export class NotCaptions extends Error {}

const time = String.raw`(?:(\d{2,3}):)?([0-5]\d):([0-5]\d)[.,](\d{3})`
const timing = new RegExp(String.raw`^\s*${time}\s+-->\s+${time}(.*)$`)
const anchor = '(?:,(?:start|center|end|line-left|line-right))?'
/** Where a cue is shown. */
const setting = new RegExp(
  `^(?:vertical:(?:rl|lr)|line:-?\\d{1,3}(?:\\.\\d+)?%?${anchor}|position:\\d{1,3}(?:\\.\\d+)?%${anchor}` +
    '|size:\\d{1,3}(?:\\.\\d+)?%|align:(?:start|center|end|left|right))$',
)
const keptTag = /^<\/?[biu]>$/

/**
 * Writes captions anew, so that nothing but cues is kept: no styles, comments, classes or links. Also reads SubRip, which has the
 * same cues with commas in their times. @throws NotCaptions
 */
export function cleanCaptions(source: string): string {
  if (Buffer.byteLength(source) > captionsMaxBytes) throw new NotCaptions(captionsProblems.tooLarge)
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const isWebVtt = /^WEBVTT(?:[ \t\n]|$)/.test(text)
  const isSubRip = /^\s*\d+[ \t]*\n[^\n]*\d,\d{3}\s+-->/.test(text)
  if (!isWebVtt && !isSubRip) throw new NotCaptions(captionsProblems.unknownType)
  const cues = text.split(/\n[ \t]*\n/).flatMap((block) => cueOf(block) ?? [])
  if (cues.length === 0) throw new NotCaptions(captionsProblems.noCues)
  if (cues.length > maxCues) throw new NotCaptions(captionsProblems.tooManyCues)
  return ['WEBVTT', ...cues, ''].join('\n\n')
}

/** The cue of a block of lines, without its name. Undefined for other blocks, and for a cue without a text. */
function cueOf(block: string): string | undefined {
  const lines = block.split('\n')
  const at = lines.findIndex((line) => line.includes('-->'))
  const found = timing.exec(lines[at] ?? '')
  if (!found) return undefined
  const [start, end] = [found.slice(1, 5), found.slice(5, 9)]
  if (millisecondsOf(start) >= millisecondsOf(end)) return undefined
  const text = lines
    .slice(at + 1)
    .map(cleanLine)
    .filter(Boolean)
  if (text.length === 0) return undefined
  const settings = (found[9] ?? '').split(/\s+/).filter((part) => setting.test(part))
  return [[`${timeOf(start)} --> ${timeOf(end)}`, ...settings].join(' '), ...text].join('\n')
}

function cleanLine(line: string): string {
  const plain = line
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '')
    .replace(/<([^<>]*)>?/g, (tag, inside: string) => (keptTag.test(tag) ? tag : speakerOf(inside)))
  return plain.replaceAll('-->', '→').trim()
}

/** Browsers do not show who speaks. */
function speakerOf(tag: string): string {
  const name = /^v(?:\.\S*)?\s(.*)$/.exec(tag)?.[1]?.trim()
  return name ? `${name}: ` : ''
}

const timeOf = ([hours = '00', minutes, seconds, milliseconds]: (string | undefined)[]) =>
  `${hours}:${minutes}:${seconds}.${milliseconds}`

const millisecondsOf = ([hours = '0', minutes, seconds, milliseconds]: (string | undefined)[]) =>
  ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds)

/** Stores what `cleanCaptions` wrote. `beforeSave` is called with the URL before anything is stored under it. */
export async function saveCaptions(
  files: FileStore,
  { text, folder, beforeSave }: { text: string; folder: string; beforeSave: (url: string) => Promise<void> },
): Promise<string> {
  const name = `${folder}/${randomUUID()}.vtt`
  await beforeSave(mediaUrl(name))
  await files.save(name, Buffer.from(text))
  return mediaUrl(name)
}
