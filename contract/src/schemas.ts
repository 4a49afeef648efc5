import { type Static, type TObject, Type, type TSchema } from 'typebox'
import { maxCodePoints } from './characters.ts'

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()])

/** The server counts the characters of a text once it has normalized it. This is only the bound of what it reads. */
export const LimitedText = (maxCharacters: number, options: { minLength?: number } = {}) =>
  Type.String({ ...options, maxLength: maxCodePoints * maxCharacters })

/** An id: a positive 32-bit integer, as in PostgreSQL. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const IdParams = Type.Object({ id: Id })

/** Sent by the browser. The same key again returns what the first request created, in case only its response was lost. */
export const IdempotencyKey = Type.Optional(Type.String({ format: 'uuid' }))

/** Modulo the number of options with an opinion, which of them stood first for the voter of a poll. */
export const Rotation = Type.Optional(Type.Integer({ minimum: 0, maximum: 32_767 }))

/**
 * Sent by the browser with a choice that can be made once, if the response to the same request was lost. Then the choice that is stored
 * is the response, not an error.
 */
export const IsRepetition = Type.Optional(Type.Boolean())

/** Parses a parameter that is either an id or a name. Returns the id, or undefined if the text is not an id. */
export function parseId(text: string): number | undefined {
  if (!/^\d{1,10}$/.test(text)) return undefined
  const id = Number(text)
  return id >= 1 && id <= 2_147_483_647 ? id : undefined
}

/** Page parameters of lists. Without them, a list returns a plain array of its first rows. */
export const PageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** The fields of everything that people write, beside the text: each is a text with a pattern, or null. Calls that show or take a text spread them. */
export const WrittenFields = {
  lang: Type.Optional(
    Type.Union([Type.String({ pattern: '^[a-z]{2,3}$' }), Type.Null()], {
      description:
        'The language of the text, such as "es". Null if it is English or unknown. An edit without it keeps it.',
    }),
  ),
}

export type Written = Static<TObject<typeof WrittenFields>>

/**
 * The attribute of the element that shows a text, for each field. Null stands for a field that readers see as words: the components
 * that show texts write it below the text.
 */
const attributes: Record<keyof Written, string | null> = { lang: 'lang' }

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the object above
const names = Object.keys(attributes) as (keyof Written)[]

/** A value for each of these fields. */
export const forWritten = <T>(valueOf: (name: keyof Written) => T): Record<keyof Written, T> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has each of these names
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<keyof Written, T>

/** Picks these fields from a request, a response, a row or a table. */
export const writtenOf = <Row extends { [Name in keyof Written]: unknown }>(row: Row) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field has the type that the row gives it
  forWritten((name) => row[name]) as Pick<Row, keyof Row & keyof Written>

/** The attributes of the element that shows a text. */
export const attributesOf = (writing?: Written): Record<string, string | undefined> =>
  Object.fromEntries(
    names.flatMap((name) => (attributes[name] ? [[attributes[name], writing?.[name] ?? undefined]] : [])),
  )

export type BioField = `bio_${keyof Written}`

/** The same fields of the bio, which is in the row of its author. */
export const ofBio = <Fields extends Record<keyof Written, unknown>>(fields: Fields) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has each of these names
  Object.fromEntries(names.map((name) => [`bio_${name}`, fields[name]])) as {
    [Name in BioField]: Name extends `bio_${infer Field extends keyof Written}` ? Fields[Field] : never
  }

/** The fields of the bio in a row of its author, or in its table. */
export const writtenOfBio = <T>(row: { [Name in BioField]?: T }) => forWritten((name) => row[`bio_${name}`])

/** A point in time, ISO 8601 with offset. */
export const Instant = Type.String({ format: 'date-time' })

/** Characters without a visible glyph: zero-width characters, soft hyphen, direction marks, fillers. */
const invisible = /[\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]/

/**
 * The range of characters inside words that change how these look, never what they say: soft hyphen, zero-width space and joiners,
 * direction marks, variation selectors. For regular expressions of JavaScript and of PostgreSQL.
 */
export const insideWords = String.raw`\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff`

const inside = new RegExp(`[${insideWords}]`, 'g')
/** For comparisons, never for what is shown: emoji need their joiners. */
export const withoutInvisible = (text: string): string => text.replace(inside, '')

/** Like `trim`, but also removes invisible characters, so text that looks empty becomes empty. */
export function trimInvisible(text: string): string {
  const isBlank = (char: string | undefined) => char !== undefined && (char.trim() === '' || invisible.test(char))
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text[start])) start++
  while (end > start && isBlank(text[end - 1])) end--
  return text.slice(start, end)
}

/** Bidirectional controls, which can reorder the text around them. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g

/** Normalizes text to one line: collapses white space and line breaks, removes control and bidirectional characters. */
export function toSingleLine(text: string): string {
  return trimInvisible(text.replace(bidiControls, '').replace(/[\s\p{Cc}]+/gu, ' '))
}

/** Like `toSingleLine`, but keeps line breaks, at most two in a row. */
export function toParagraphs(text: string): string {
  return trimInvisible(toLines(text).replace(/\n(?:[^\S\n]*\n){2,}/g, '\n\n'))
}

/** Like `toParagraphs` for Markdown source: also keeps the indentation of the first line and up to two empty lines (in code). */
export function toMarkdown(text: string): string {
  const lines = toLines(text).replace(/\n(?:[^\S\n]*\n){3,}/g, '\n\n\n')
  const content = trimInvisible(lines)
  const before = content === '' ? '' : lines.slice(0, lines.indexOf(content))
  return before.slice(before.lastIndexOf('\n') + 1).replace(/[^ \t]/g, '') + content
}

/** What separates lines, also the soft line breaks and page breaks of word processors. */
// oxlint-disable-next-line no-control-regex -- word processors write separators as line breaks
const lineBreaks = /\r\n?|[\v\f\u001C-\u001E\u0085\u2028\u2029]/g

/** Like `toParagraphs`, but keeps all empty lines. */
export function toLetter(text: string): string {
  return trimInvisible(toLines(text))
}

function toLines(text: string): string {
  return text
    .replace(bidiControls, '')
    .replace(lineBreaks, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
}
