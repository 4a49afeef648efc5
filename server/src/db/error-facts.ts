import { inspect } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** What of an error may be logged. */
type ErrorFacts = {
  type: string
  message: string
  code?: string
  /** Of a failed query: the statement with its placeholders. */
  statement?: string
  constraint?: string
  table?: string
  column?: string
  routine?: string
  stack: string
  cause?: ErrorFacts
}

const longestStatement = 4_000
const deepest = 5

/**
 * The one description of an error for every log. A failed query carries what people wrote: Drizzle puts the parameters
 * into its message, PostgreSQL puts values into `detail`, `where` and some messages. So only named properties are taken,
 * and values are cut out of messages.
 */
export function errorFacts(error: unknown, depth = 1): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' }
  const cause = error.cause instanceof Error && depth < deepest ? errorFacts(error.cause, depth + 1) : undefined
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...('code' in error && { code: String(error.code) }),
    ...queryFacts(error),
    stack: framesOf(error),
    ...(cause && { cause }),
  }
}

/** For the terminal, where there is no logger. */
export function describeError(error: unknown): string {
  const { stack, ...facts } = errorFacts(error)
  return `${inspect(facts, { depth: deepest })}\n${stack}`
}

function queryFacts(error: Error): Partial<ErrorFacts> {
  if (error instanceof DrizzleQueryError) return { statement: error.query.slice(0, longestStatement) }
  if (!(error instanceof pg.DatabaseError)) return {}
  const { constraint, table, column, routine } = error
  return {
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(column !== undefined && { column }),
    ...(routine !== undefined && { routine }),
  }
}

/** Classes of PostgreSQL whose messages name tables and constraints, never values. */
const harmless = /^(08|23|40|42|53|55|57|58|XX)/

function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return 'Failed query'
  if (error instanceof pg.DatabaseError)
    return harmless.test(error.code ?? '') ? error.message : unquoted(error.message)
  // JSON.parse quotes the text that it could not read.
  return error instanceof SyntaxError ? unquoted(error.message) : error.message
}

/** From the first quotation mark to the last, since a value may contain more of them. */
function unquoted(message: string): string {
  return message.replace(/".*"/s, '"…"')
}

/** Without the first lines of the stack, which repeat the message. */
function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
