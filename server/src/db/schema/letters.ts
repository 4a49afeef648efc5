import { insideWords } from '@wtpu/contract/schemas'

/** Letters that Unicode does not decompose, as people without them on their keyboard write them. */
const single = { đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ł: 'l', ŋ: 'n', ø: 'o', ŧ: 't' }
const double = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }
const capitals = { Đ: 'd', Ð: 'd', Ħ: 'h', Ł: 'l', Ŋ: 'n', Ø: 'o', Ŧ: 't', ẞ: 'ß', Æ: 'æ', Œ: 'œ', Þ: 'þ' }
const replaced = { ...single, ...capitals }
/** Accents of Latin, Greek, Cyrillic and kana, and the vowel signs of Hebrew and Arabic, which are often left out. */
const accents = String.raw`\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u3099\u309a`
/**
 * Where an invisible character separates words: the non-joiner of Arabic letters, which many replace by a space, and the zero-width
 * space of scripts without spaces.
 */
const separator = String.raw`([\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff])\u200c|([\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaa7f])\u200b`
/** The first letters of Han, kana and, decomposed, Hangul syllables. Their words are often written without spaces. */
const syllable = String.raw`\u1100-\u115f\u3040-\u30ff\u3400-\u9fff`

/**
 * SQL of a text with plain letters: without accents and invisible characters, "Đặng" as "dang", and a space before each character
 * of "王小明".
 */
export function plainLetters(text: string): string {
  const plain = Object.entries(double).reduce(
    (inner, [letter, letters]) => `replace(${inner}, '${letter}', '${letters}')`,
    `translate(regexp_replace(regexp_replace(normalize(${text}, NFKD), '${separator}', '\\1\\2 ', 'g'), '[${accents}${insideWords}\\U000e0100-\\U000e01ef]', '', 'g'), '${Object.keys(replaced).join('')}', '${Object.values(replaced).join('')}')`,
  )
  return String.raw`regexp_replace(${plain}, '([${syllable}\U00020000-\U0003ffff])', ' \1', 'g')`
}

const separators = new RegExp(separator, 'gu')
const unread = new RegExp(String.raw`[${accents}${insideWords}\u{e0100}-\u{e01ef}]`, 'gu')
const lettersOf: Partial<Record<string, string>> = { ...single, ...double }
const special = new RegExp(`[${Object.keys(lettersOf).join('')}]`, 'gu')
const syllables = new RegExp(String.raw`[${syllable}\u{20000}-\u{3ffff}]`, 'gu')
const run = new RegExp(String.raw`-?[${syllable}\u1160-\u11ff\u{20000}-\u{3ffff}]{2,}`, 'gu')

/** The same text in lower case, as the SQL writes it. */
export function toPlainLetters(text: string): string {
  return toPlainRuns(text).replace(syllables, ' $&')
}

/** A query with plain letters. Characters that were written without a space are a phrase. */
export function toPlainQuery(query: string): string {
  const parts = toPlainRuns(query).split('"')
  // Every second part is in quotes already.
  const phrases = parts.map((part, index) =>
    index % 2 === 1 ? part : part.replace(run, (found) => ` ${found.replace(/^-?/, '$&"')}" `),
  )
  return phrases.join('"').replace(syllables, ' $&')
}

const toPlainRuns = (text: string) =>
  text
    .normalize('NFKD')
    .replace(separators, '$1$2 ')
    .replace(unread, '')
    .toLowerCase()
    .replace(special, (letter) => lettersOf[letter] ?? letter)
