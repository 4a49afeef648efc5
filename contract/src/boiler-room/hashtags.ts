import { toReadable } from '../readable-text.ts'
import { characterCount } from '../characters.ts'
import { withoutInvisible } from '../schemas.ts'
import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'

export const hashtagMaxLength = 50
export const maxHashtagsPerPost = 10

/**
 * A `#` at the start of a word, then letters, digits, marks and underscores, at least one of them a letter. Between them may be
 * the joiners of Persian and of Indian scripts, the dots of Catalan, Greek, Japanese, Hebrew and Tibetan, and soft hyphens and the like,
 * which hyphenation leaves in words. A zero-width space ends a word of the scripts that have no other spaces.
 */
const hashtagPattern =
  /(?<![\p{L}\p{M}\p{N}_&/=#＃])[#＃﹟](?=[\p{N}_\u00AD\u200B\u2060\uFEFF]*\p{L})((?:[\u00AD\u2060\uFEFF]*[\p{L}\p{M}\p{N}_]+)(?:(?:[\u200D\u200C\u00B7\u0387\u30FB\uFF65\u05BE\u05F3\u05F4\u0F0B]|[\u00AD\u2060\uFEFF]+|(?<![\u0E00-\u0FFF\u1000-\u109F\u1780-\u17FF])\u200B)[\p{L}\p{M}\p{N}_]+)*)/gu
/** Left in words by hyphenation and copying, in names of hashtags too. */
const leftovers = /[\u00AD\u200B\u2060\uFEFF]/g

/** A name without its `#`. */
export const withoutSign = (name: string): string => name.replace(/^[#＃﹟]/, '')

/** The key of a hashtag: two spellings with one key are one hashtag. */
export function hashtagKey(name: string): string {
  return withoutInvisible(withoutSign(name)).normalize('NFKC').toLowerCase()
}

export interface HashtagMatch {
  /** Without the `#`. */
  name: string
  /** Position of the `#` in the text. */
  index: number
  /** How many characters the hashtag takes in the text, with the `#` and what `name` leaves out. */
  length: number
}

/** All hashtags in a text, in order, longer ones than `hashtagMaxLength` left out. */
export function findHashtags(text: string): HashtagMatch[] {
  return [...toReadable(text).matchAll(hashtagPattern)]
    .map((match) => ({ name: (match[1] ?? '').replace(leftovers, ''), index: match.index, length: match[0].length }))
    .filter(({ name }) => characterCount(name) <= hashtagMaxLength)
}

/** Whether a name, without the `#`, is one hashtag. */
export function isHashtag(name: string): boolean {
  const [found] = findHashtags(`#${name}`)
  return found?.name === name
}

/** The different hashtags of a text in their first spelling, at most `maxHashtagsPerPost`. */
export function hashtagsOf(text: string): string[] {
  const byKey = new Map<string, string>()
  for (const { name } of findHashtags(text)) {
    if (!byKey.has(hashtagKey(name))) byKey.set(hashtagKey(name), name)
  }
  return [...byKey.values()].slice(0, maxHashtagsPerPost)
}

/** The text without those of the hashtags `shown` that end it. They are shown below the text. */
export function withoutFinalHashtags(text: string, shown: readonly string[]): string {
  const keys = new Set(shown.map(hashtagKey))
  let rest = text.trimEnd()
  for (const { name, index, length } of findHashtags(text).toReversed()) {
    if (index + length !== rest.length || !keys.has(hashtagKey(name))) break
    rest = rest.slice(0, index).trimEnd()
  }
  return rest
}

/** `name` without the `#`. `usage_count` is the number of uses in the last 7 days. */
export const Hashtag = Type.Object({ name: Type.String(), usage_count: Type.Integer() })
export type Hashtag = Static<typeof Hashtag>

/** By distinct authors, of which there are at least three. */
export const listTrendingHashtags = {
  method: 'GET',
  url: '/api/boilerroom/trending-hashtags/',
  schema: {
    area: 'Boiler Room',
    summary: 'Lists up to 20 hashtags that at least three people used within 7 days.',
    response: { 200: Type.Array(Hashtag), ...failures },
  },
} satisfies Endpoint
