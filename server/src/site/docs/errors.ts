import type { Endpoint, ErrorBody } from '@wtpu/contract/endpoint'
import { type ErrorCode, errors } from '@wtpu/contract/errors'
import { partOfCall } from '@wtpu/contract/site/on-demand/part-facts'
import { invalidFieldOf } from './json-schema.ts'

interface Call {
  schema: Endpoint['schema']
  needsSignIn: boolean
  isWrite: boolean
  takesFiles: boolean
  isSensitive: boolean | undefined
}

/** `docs.ts` registers the schema under this name. */
const errorSchema = { $ref: '#/components/schemas/Error' }

const meanings: Record<number, string> = {
  400: 'The input is not valid. `fields` holds messages by field.',
  401: 'Not signed in, or the token or credentials are not valid.',
  403: 'Not allowed for this account.',
  404: 'It does not exist, or was deleted or removed.',
  409: 'Not possible in the current state.',
  413: 'The form is too large.',
  415: 'The body is not a form (multipart/form-data).',
  429: 'Too many requests. Try again after `Retry-After`.',
  503: 'Briefly unavailable. Try again later, after `Retry-After` if it is present.',
}

/** The error responses of a call: those of every such call, and `missing` and the `errors` of its contract. */
export function errorsOf(call: Call): Record<string, unknown> {
  const byStatus = Map.groupBy(codesOf(call), (code) => errors[code].status)
  const sorted = [...byStatus].toSorted(([a], [b]) => a - b)
  return Object.fromEntries(sorted.map(([status, codes]) => [status, describe(status, codes, call)]))
}

function codesOf({ schema, needsSignIn, isWrite, takesFiles, isSensitive }: Call): Set<ErrorCode> {
  const codes: ErrorCode[] = []
  if (schema.params || schema.querystring || schema.body) codes.push('invalid')
  if (invalidFieldOf(schema.querystring, 'cursor')) codes.push('invalid_cursor')
  if (needsSignIn) codes.push('not_signed_in')
  if (needsSignIn && isWrite) codes.push('suspended')
  if (isSensitive) codes.push('proof_required')
  if (takesFiles) codes.push('bad_form', 'form_too_large', 'not_a_form')
  // The concurrency limit applies to every call, and the server may be shutting down.
  codes.push('too_many_attempts', 'unavailable')
  if (isWrite) codes.push('overloaded')
  if (takesFiles) codes.push('busy')
  if (schema.missing !== undefined) codes.push('not_found')
  if (partOfCall(schema)) codes.push('part_off')
  return new Set([...codes, ...(schema.errors ?? [])])
}

function describe(status: number, codes: ErrorCode[], call: Call) {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: errorBody(code, call) }]))
  const retryAfter = { type: 'integer', description: 'Seconds to wait before the next attempt.' }
  return {
    description: meanings[status],
    content: { 'application/json': { schema: errorSchema, examples } },
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
  }
}

function errorBody(code: ErrorCode, call: Call): ErrorBody {
  if (code === 'invalid') return invalidBody(call)
  const entry = errors[code]
  const detail = code === 'not_found' ? `${call.schema.missing} not found.` : entry.detail
  const fields = 'field' in entry ? { fields: { [entry.field]: [detail] } } : {}
  return { code, detail, error: detail, message: detail, ...fields }
}

function invalidBody({ schema }: Call): ErrorBody {
  const found = invalidFieldOf(schema.body) ?? invalidFieldOf(schema.querystring) ?? invalidFieldOf(schema.params)
  const { field, problem } = found ?? { field: 'request', problem: 'is not valid' }
  const detail = problem.startsWith(field) ? problem : `${field} ${problem}`
  return { code: 'invalid', detail, error: detail, message: detail, fields: { [field]: [problem] } }
}
