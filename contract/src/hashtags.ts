export const hashtagMaxLength = 50
export const maxHashtagsPerPost = 10

/** A `#` at the start of a word, then letters, digits, marks and underscores, at least one of them a letter. */
const hashtagPattern = /(?<![\p{L}\p{M}\p{N}_&/#])#(?=[\p{N}_]*\p{L})([\p{L}\p{M}\p{N}_]+)/gu

/** The key of a hashtag: two spellings with one key are one hashtag (decision 79). */
export function hashtagKey(name: string): string {
  return name.replace(/^#/, '').normalize('NFKC').toLowerCase()
}

export interface HashtagMatch {
  /** Without the `#`. */
  name: string
  /** Position of the `#` in the text. */
  index: number
}

/** All hashtags in a text, in order, longer ones than `hashtagMaxLength` left out. */
export function findHashtags(text: string): HashtagMatch[] {
  return [...text.matchAll(hashtagPattern)]
    .map((match) => ({ name: match[1] ?? '', index: match.index }))
    .filter(({ name }) => Array.from(name).length <= hashtagMaxLength)
}

/** Whether a name, without the `#`, is one hashtag. */
export function isHashtag(name: string): boolean {
  const [found] = findHashtags(`#${name}`)
  return found?.name === name
}

/** The different hashtags of a text in their first spelling, at most `maxHashtagsPerPost` (decision 79). */
export function hashtagsOf(text: string): string[] {
  const byKey = new Map<string, string>()
  for (const { name } of findHashtags(text)) {
    if (!byKey.has(hashtagKey(name))) byKey.set(hashtagKey(name), name)
  }
  return [...byKey.values()].slice(0, maxHashtagsPerPost)
}
