/** The longest emoji have ten code points. A character with more marks than that counts more, so that all texts have a bound. */
export const maxCodePoints = 10

/** The most code units of a text with this many characters. `maxLength` of a field counts code units. */
export const maxUnits = (characters: number): number => 2 * maxCodePoints * characters

/** Each of these is one character if another of them follows. */
const simple = /[\n -~\u00C0-\u02AF\u4E00-\u9FFF]/
const simpleRuns = new RegExp(`${simple.source}(?=${simple.source}|$)`, 'g')

let segmenter: Intl.Segmenter | undefined

/** The characters of a text as people see them: an accented letter or an emoji is one, however it is encoded. */
export function charactersOf(text: string): string[] {
  if (text.replace(simpleRuns, '') === '') return text.split('')
  // Created on first use, because that takes a phone a while.
  segmenter ??= new Intl.Segmenter('en')
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** The number of characters as people see them, which limits of texts count. */
export function characterCount(text: string): number {
  const others = text.replace(simpleRuns, '')
  let count = text.length - others.length
  if (others === '') return count
  for (const character of charactersOf(others)) count += Math.ceil(Array.from(character).length / maxCodePoints)
  return count
}
