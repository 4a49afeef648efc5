import { inspect } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm'
import pg from 'pg'

/** The parts of an error that may be logged. */
type ErrorFacts = {
  type: string
  message: string
  code?: string
  /** The statement of a failed query, with placeholders instead of values. */
  statement?: string
  constraint?: string
  table?: string
  column?: string
  routine?: string
  stack: string
  cause?: ErrorFacts
}

// PostgreSQL's classes 08 (connection) and 57P (shutdown), a server that only reads since another one took over (25006), and
// Node's codes for a failed connection.
const disconnectedCodes = /^(08|57P|25006|ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT)/
const disconnectedMessages =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|not currently accepting connections/
/** Statements that took too long, and connections, memory or disk that are used up. */
const overloadedCodes = /^(57|53)/

/** Whether there is no connection to a database that writes, such as while another server takes over. */
export function isDisconnected(error: unknown): boolean {
  const cause = causeOf(error)
  return disconnectedCodes.test(codeOf(cause)) || disconnectedMessages.test(cause?.message ?? '')
}

/** Whether a statement, or a connection for it, took too long, which happens to a busy database too. */
export function isOutOfTime(error: unknown): boolean {
  const cause = causeOf(error)
  return codeOf(cause) === '57014' || /timeout exceeded|Query read timeout/.test(cause?.message ?? '')
}

/** Whether the database, or another program that the server needs, did not answer, as opposed to a statement that failed. */
export function isAway(error: unknown): boolean {
  return isDisconnected(error) || overloadedCodes.test(codeOf(causeOf(error)))
}

/** The name of the unique key that an error violates. */
export function violatedKey(error: unknown): string | undefined {
  const cause = causeOf(error)
  return cause instanceof pg.DatabaseError && cause.code === '23505' ? cause.constraint : undefined
}

function causeOf(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined
  return error.cause instanceof Error ? error.cause : error
}

const codeOf = (error: Error | undefined): string => (error && 'code' in error ? String(error.code) : '')

const maxStatementLength = 4_000
const maxDepth = 5

/**
 * Describes an error for logs without user input. Errors of failed queries contain values: Drizzle puts the parameters into
 * its message, PostgreSQL puts values into `detail`, `where` and some messages. So only listed properties are copied, and
 * values are removed from messages.
 */
export function errorFacts(error: unknown, depth = 1): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error', stack: '' }
  const cause = error.cause instanceof Error && depth < maxDepth ? errorFacts(error.cause, depth + 1) : undefined
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...('code' in error && { code: String(error.code) }),
    ...queryFacts(error),
    stack: framesOf(error),
    ...(cause && { cause }),
  }
}

/** Formats `errorFacts` for the terminal, where there is no logger. */
export function describeError(error: unknown): string {
  const { stack, ...facts } = errorFacts(error)
  return `${inspect(facts, { depth: maxDepth })}\n${stack}`
}

function queryFacts(error: Error): Partial<ErrorFacts> {
  if (error instanceof DrizzleQueryError) return { statement: error.query.slice(0, maxStatementLength) }
  if (!(error instanceof pg.DatabaseError)) return {}
  const { constraint, table, column, routine } = error
  return {
    ...(constraint !== undefined && { constraint }),
    ...(table !== undefined && { table }),
    ...(column !== undefined && { column }),
    ...(routine !== undefined && { routine }),
  }
}

/** PostgreSQL error classes whose messages contain names of tables and constraints, but no values. */
const safeClasses = /^(08|23|40|42|53|55|57|58|XX)/

function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return 'Failed query'
  if (error instanceof pg.DatabaseError)
    return safeClasses.test(error.code ?? '') ? error.message : withoutQuotedText(error.message)
  // JSON.parse quotes the invalid text.
  return error instanceof SyntaxError ? withoutQuotedText(error.message) : error.message
}

/** Replaces the text from the first quotation mark to the last, because a value may contain quotation marks. */
function withoutQuotedText(message: string): string {
  return message.replace(/".*"/s, '"…"')
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
