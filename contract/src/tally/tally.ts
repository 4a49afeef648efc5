import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Nullable } from '../schemas.ts'

/** The path of the public key that signs the tally log, a JSON Web Key (RFC 8037). */
export const tallyKeyPath = '/.well-known/wtpu-tally-key.json'

/** How many entries of the log one response has at most. */
export const logPageSize = 1_000

/** `entry` is a line of JSON. Its bytes are hashed and signed, so it is sent as text. */
const SignedEntry = Type.Object({ entry: Type.String(), signature: Type.String() })
export type SignedEntry = Static<typeof SignedEntry>

export const PollSeal = Type.Object({
  poll: Id,
  /** The hash of the entry. */
  hash: Type.String(),
  /** Where the ballots are. Null if the poll has too few votes to publish them. */
  ballots: Nullable(Type.String()),
  /** Invented people and votes. Not part of the entry that is signed. */
  is_sample: Type.Boolean(),
  ...SignedEntry.properties,
})
export type PollSeal = Static<typeof PollSeal>

export const getPollSeal = {
  method: 'GET',
  url: '/api/polls/:id/seal.json',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns the seal of a closed poll: its entry in the tally log.',
    description:
      'A poll is sealed within a minute after it has closed. `entry` is a line of JSON with the counts and the root of the Merkle tree (RFC 6962) over the ballots; `signature` is its Ed25519 signature, in base64url. Removed polls keep their seal.',
    missing: 'Seal',
    params: IdParams,
    response: { 200: PollSeal, ...failures },
  },
} satisfies Endpoint

export const downloadBallots = {
  method: 'GET',
  url: '/api/polls/:id/ballots.csv',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Downloads the ballots of a sealed poll as CSV.',
    description:
      'A head line, then one line per ballot with its number and the id of the chosen option, ordered by number. The leaves of the Merkle tree are these lines without their line ends. The name of the file says if the votes are sample data, because nothing may be added to the lines.',
    missing: 'Ballots',
    params: IdParams,
    response: {
      200: { description: 'The ballots as CSV (RFC 4180)', content: { 'text/csv': { schema: Type.String() } } },
      ...failures,
    },
  },
} satisfies Endpoint

/** The log only grows. `after` is the number of entries that the client has. */
export const listTallyLog = {
  method: 'GET',
  url: '/api/tally-log/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Lists entries of the tally log, the oldest first.',
    description:
      'Leaves out the first `after` entries and returns at most 1,000; `size` is the number of all. Each entry names the SHA-256 hash of the entry before it and the key that signed it. The first entry names the first key; an entry of the kind `key` names the key of those that follow.',
    querystring: Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })) }),
    response: { 200: Type.Object({ size: Type.Integer(), entries: Type.Array(SignedEntry) }), ...failures },
  },
} satisfies Endpoint
