import { accountBlocked } from '@wtpu/contract/accounts'
import type { Endpoint } from '@wtpu/contract/endpoint'
import { tooManyAttempts, type ErrorBody } from '@wtpu/contract/errors'
import { forumMessages } from '@wtpu/contract/forums/discussions'
import { tooManyPinned } from '@wtpu/contract/forums/comments'
import { alreadyVoted } from '@wtpu/contract/polls'
import { invalidFieldOf } from './json-schema.ts'

interface Call {
  schema: Endpoint['schema']
  url: string
  needsSignIn: boolean
  takesFiles: boolean
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

/** An example of `detail` for each `code`. */
const details: Record<string, string> = {
  already_confirmed: 'Your email is already confirmed.',
  already_rated: 'You have already rated this politician.',
  already_voted: alreadyVoted,
  bad_form: 'The form could not be read. Please try again.',
  blocked: accountBlocked,
  busy: 'Many files are being uploaded at the moment. Please try again in a moment.',
  daily_limit: 'You have reached the limit for today. Please try again tomorrow.',
  email_not_confirmed: 'Please confirm your email first. We sent a link to amara.okafor@wtpu.example.',
  email_not_verified: 'Google has not verified this email address. Please verify it there, or sign in with email.',
  expired_code: 'Reset code has expired',
  expired_link: 'This confirmation link has expired.',
  follow_oneself: 'You cannot follow yourself.',
  forbidden: 'Only moderators can do this.',
  form_too_large: 'The form is too large.',
  google_not_set_up: 'Google sign-in is not set up on this server.',
  google_refused: 'Google login failed. Please try again.',
  google_transaction: 'Google authentication failed. Please try again.',
  google_unreachable: 'Google login failed. Please try again.',
  invalid_code: 'Invalid reset code',
  invalid_credentials: 'No active account found with the given credentials',
  invalid_cursor: 'cursor is not valid',
  invalid_link: 'This confirmation link is not valid.',
  invalid_token: 'Token is invalid or expired',
  locked: forumMessages.locked,
  not_a_form: 'This call takes a form (multipart/form-data).',
  not_signed_in: 'Authentication credentials were not provided or are not valid.',
  not_top_level: 'Only comments at the top level can be pinned.',
  parent_hidden: 'The comment that you reply to was deleted.',
  poll_closed: 'This poll has ended.',
  published: 'This poll is already published and can no longer be cancelled.',
  redirect_uri: 'Google sign-in works at this site only. Please open the site there.',
  request_key_used: 'This request key belongs to another comment.',
  retired: 'This politician is no longer in office and can no longer be rated.',
  too_late: 'A post can be edited for a limited time after it was published.',
  too_many_attempts: tooManyAttempts,
  too_many_pinned: tooManyPinned,
  too_new: 'You can create tags once your account is 24 hours old. Until then, pick existing ones.',
  try_again: 'Google login failed. Please try again.',
  unavailable: 'The service is briefly unavailable. Please try again in a moment.',
  wrong_email: 'Please type the email of this account',
  wrong_password: 'Incorrect password',
}

/** The fields that the errors with this `code` name. */
const fieldOf: Record<string, string> = {
  invalid_cursor: 'cursor',
  redirect_uri: 'redirect_uri',
  wrong_email: 'email',
  wrong_password: 'password',
}

/** What a 404 names. The first that matches the URL applies. */
const nouns: [url: RegExp, noun: string][] = [
  [/comments\/:id|comment-likes/, 'Comment'],
  [/\/polls\//, 'Poll'],
  [/\/boilerroom\/(posts|post-comments)\//, 'Post'],
  [/\/discussions\//, 'Discussion'],
  [/\/tags\//, 'Tag'],
  [/\/politicians\/|\/api\/comments\//, 'Politician'],
]

/** The error replies of a call: those of every such call, and the `refusals` of its contract. */
export function refusalsOf(call: Call): Record<string, unknown> {
  const codes = codesOf(call)
  return Object.fromEntries([...codes].map(([status, of]) => [status, describe(status, [...of], call)]))
}

function codesOf({ schema, needsSignIn, takesFiles }: Call): Map<number, Set<string>> {
  const codes = new Map<number, Set<string>>()
  const add = (status: number, ...more: string[]) => codes.set(status, new Set([...(codes.get(status) ?? []), ...more]))
  if (schema.params || schema.querystring || schema.body) add(400, 'invalid')
  if (invalidFieldOf(schema.querystring, 'cursor')) add(400, 'invalid_cursor')
  if (needsSignIn) add(401, 'not_signed_in')
  if (takesFiles) {
    add(400, 'bad_form')
    add(413, 'form_too_large')
    add(415, 'not_a_form')
  }
  // The concurrency limit applies to every call, and the server may be shutting down.
  add(429, 'too_many_attempts')
  add(503, 'unavailable')
  if (takesFiles) add(503, 'busy')
  for (const [status, more] of Object.entries(schema.refusals ?? {})) add(Number(status), ...more)
  return new Map([...codes].toSorted(([a], [b]) => a - b))
}

function describe(status: number, codes: string[], call: Call) {
  const examples = Object.fromEntries(codes.map((code) => [code, { value: errorBody(code, call) }]))
  const retryAfter = { type: 'integer', description: 'Seconds to wait before the next attempt.' }
  return {
    description: meanings[status],
    content: { 'application/json': { schema: errorSchema, examples } },
    ...(status === 429 || status === 503 ? { headers: { 'Retry-After': retryAfter } } : {}),
  }
}

function errorBody(code: string, call: Call): ErrorBody {
  if (code === 'invalid') return invalidBody(call)
  const detail = code === 'not_found' ? notFoundDetail(call.url) : (details[code] ?? code)
  const field = fieldOf[code]
  return { code, detail, error: detail, message: detail, ...(field ? { fields: { [field]: [detail] } } : {}) }
}

function invalidBody({ schema }: Call): ErrorBody {
  const found = invalidFieldOf(schema.body) ?? invalidFieldOf(schema.querystring) ?? invalidFieldOf(schema.params)
  const { field, problem } = found ?? { field: 'request', problem: 'is not valid' }
  const detail = problem.startsWith(field) ? problem : `${field} ${problem}`
  return { code: 'invalid', detail, error: detail, message: detail, fields: { [field]: [problem] } }
}

function notFoundDetail(url: string): string {
  if (url.includes('password_reset')) return 'Email does not exist'
  const noun = nouns.find(([pattern]) => pattern.test(url))?.[1] ?? 'User'
  return `${noun} not found.`
}
