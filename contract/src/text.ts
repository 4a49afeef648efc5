import { Type } from 'typebox'

/** A positive 32-bit key, as PostgreSQL's `integer` holds it. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const IdParams = Type.Object({ id: Id })

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

/** Equal for texts that a reader cannot tell apart by their letters: case, Unicode form and invisible marks aside. */
export function sameToReaders(text: string): string {
  const seen = text.normalize('NFKC').replace(new RegExp(invisible, 'g'), '')
  return seen.replace(/\s+/g, ' ').trim().toLowerCase()
}
