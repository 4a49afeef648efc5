import { toReadable } from '../readable-text.ts'
import { characterCount } from '../characters.ts'
import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'

export const hashtagMaxLength = 50
export const maxHashtagsPerPost = 10

/**
 * A `#` at the start of a word, then letters, digits, marks and underscores, at least one of them a letter. Between them may be
 * the joiners of Persian and of Indian scripts, and the dots of Catalan, Greek, Japanese, Hebrew and Tibetan.
 */
const hashtagPattern =
  /(?<![\p{L}\p{M}\p{N}_&/=#＃])[#＃﹟](?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+(?:(?:\u200C|\u200D|[\u00B7\u0387\u30FB\uFF65\u05BE\u05F3\u05F4\u0F0B])[\p{L}\p{M}\p{N}_]+)*)/gu
const joiners = /\u200C|\u200D/g

/** A name without its `#`. */
export const withoutSign = (name: string): string => name.replace(/^[#＃﹟]/, '')

/** The key of a hashtag: two spellings with one key are one hashtag. */
export function hashtagKey(name: string): string {
  return withoutSign(name).replace(joiners, '').normalize('NFKC').toLowerCase()
}

export interface HashtagMatch {
  /** Without the `#`. */
  name: string
  /** Position of the `#` in the text. */
  index: number
}

/** All hashtags in a text, in order, longer ones than `hashtagMaxLength` left out. */
export function findHashtags(text: string): HashtagMatch[] {
  return [...toReadable(text).matchAll(hashtagPattern)]
    .map((match) => ({ name: match[1] ?? '', index: match.index }))
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
  for (const { name, index } of findHashtags(text).toReversed()) {
    if (index + 1 + name.length !== rest.length || !keys.has(hashtagKey(name))) break
    rest = rest.slice(0, index).trimEnd()
  }
  return rest
}

/** `name` without the `#`. `usage_count` is the number of uses in the last 7 days. */
const Hashtag = Type.Object({ name: Type.String(), usage_count: Type.Integer() })
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
