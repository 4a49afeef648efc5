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
