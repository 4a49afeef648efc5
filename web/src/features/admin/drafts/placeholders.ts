/** What our drafts leave to the operator. */
export const draftPlaceholders = [
  '[DRAFT]',
  '[NAME, ADDRESS AND CONTACT]',
  '[WHO RUNS THE SERVER AND KEEPS THE BACKUPS]',
  '[HOW LONG]',
  '[CONTACT]',
  '[RESPONSIBLE AUTHORITY]',
]

/** The placeholders in a text, each once, with where it is first. */
export const findPlaceholders = (text: string) =>
  draftPlaceholders
    .map((placeholder) => ({ placeholder, at: text.indexOf(placeholder) }))
    .filter(({ at }) => at !== -1)
    .toSorted((a, b) => a.at - b.at)

/** Asks before a text with placeholders is published. The lines are numbered as in the text field. */
export function placeholderQuestion(text: string): string | undefined {
  const places = findPlaceholders(text).map(
    ({ placeholder, at }) => `${placeholder} in line ${text.slice(0, at).split('\n').length}`,
  )
  if (places.length === 0) return undefined
  return `The draft left something open: ${places.join(', ')}. Replace it, or press Publish again to leave it.`
}
