import { Type } from 'typebox'

/** A positive 32-bit key, as PostgreSQL's `integer` holds it. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const IdParams = Type.Object({ id: Id })

/** Reads an id that arrives as text which may also be a name: digits only, within the range of `Id`. */
export function parseId(text: string): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined
  const id = Number(text)
  return id >= 1 && id <= 2_147_483_647 ? id : undefined
}

/** Page parameters of every list that can grow: without them a list answers with a plain array of its first rows. */
export const PageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** An instant, ISO 8601 with offset. */
export const Instant = Type.String({ format: 'date-time' })

/** Takes room or none, and shows nothing: zero-width marks, soft hyphen, direction marks, fillers. */
const invisible = /[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/

/** `trim` that also takes away what cannot be seen; empty for a text that would look empty. */
export function trimmed(text: string): string {
  const unseen = (char: string | undefined) => char !== undefined && (char.trim() === '' || invisible.test(char))
  let [start, end] = [0, text.length]
  while (start < end && unseen(text[start])) start++
  while (end > start && unseen(text[end - 1])) end--
  return text.slice(start, end)
}

/** Turns round the order of what comes after it, also outside of the text that holds it. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g

/** A text for one line: breaks and runs of white space are one space; marks that control or turn are gone. */
export function oneLine(text: string): string {
  return trimmed(text.replace(turning, '').replace(/[\s\p{Cc}]+/gu, ' '))
}

/** A text of several lines, as `oneLine` but with its line breaks, two of them in a row at most. */
export function paragraphs(text: string): string {
  const lines = text
    .replace(turning, '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
  return trimmed(lines.replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n'))
}

/** Equal for texts that a reader cannot tell apart by their letters: case, Unicode form and invisible marks aside. */
export function comparisonKey(text: string): string {
  const seen = text.normalize('NFKC').replace(new RegExp(invisible, 'g'), '')
  return seen.replace(/\s+/g, ' ').trim().toLowerCase()
}
