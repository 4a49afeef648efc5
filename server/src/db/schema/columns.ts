import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time, as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/**
 * SQL of a text as PostgreSQL's full-text parser should read it. Without this, the parser takes quadratic time for long runs
 * without spaces, and for "<", after which it also skips the text that looks like HTML.
 */
export function parsableText(text: string): string {
  return `regexp_replace(translate(${text}, '<_', '  '), '(\\S{100})', '\\1 ', 'g')`
}

/** SQL of the stemmed English words of a text. */
export function englishWords(text: string): string {
  return `to_tsvector('english'::regconfig, ${parsableText(text)})`
}

/**
 * SQL of a name as `normalizeForSearch` writes it: lower case, without accents and punctuation. Letters of other scripts keep
 * their case if the database's locale does not know them.
 */
export function normalizedName(name: string): string {
  const plain = `regexp_replace(normalize(${name}, NFKD), '[\\u0300-\\u036f]', '', 'g')`
  return `trim(lower(regexp_replace(${plain}, '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f]+', ' ', 'g')))`
}
