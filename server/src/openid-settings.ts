import { googleId } from '@wtpu/contract/accounts/accounts'
import { type Static, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { isLoopback, type Value } from './settings.ts'

const Claim = Type.String({ minLength: 1, maxLength: 100 })
const closed = { additionalProperties: false }

/** An entry of OIDC_PROVIDERS. `docs/operations.md` explains each field. */
const Entry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,30}$' }),
    label: Type.String({ minLength: 1, maxLength: 40 }),
    // Other sites would learn who opens the page.
    logo: Type.Optional(Type.String({ pattern: '^(data:image/|/[^/])', maxLength: 20_000 })),
    issuer: Type.String({ maxLength: 300 }),
    client_id: Type.String({ minLength: 1 }),
    client_secret: Type.String({ minLength: 1 }),
    scope: Type.Optional(Type.String({ pattern: '(^| )openid( |$)' })),
    claims: Type.Optional(
      Type.Object(
        {
          first_name: Type.Optional(Claim),
          last_name: Type.Optional(Claim),
          name: Type.Optional(Claim),
          state: Type.Optional(Claim),
          verified: Type.Optional(Type.Union([Claim, Type.Literal(true)])),
        },
        closed,
      ),
    ),
    only: Type.Optional(Type.Boolean()),
    sign_out: Type.Optional(Type.Boolean()),
  },
  closed,
)
type Entry = Static<typeof Entry>
const Entries = Type.Array(Entry, { maxItems: 10 })

/** An OpenID provider that people sign in with. */
export interface Provider {
  id: string
  label: string
  logo: string | null
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** Whether the provider is asked for lasting access, as the specification wants it of Google. */
  isOffline: boolean
  /** The names of claims; a dot leads into an object. */
  claims: { first_name: string; last_name: string; name: string; state: string | undefined }
  /** The claim that says whether the email is verified. True: all are. */
  verified: string | true
  /** Whether signing out here leads to the sign-out there. */
  signsOut: boolean
}

export interface Providers {
  /** With which one can sign in. */
  providers: Provider[]
  /** Whether there is no other way to sign in. */
  onlyProviders: boolean
}

const plainClaims = { first_name: 'given_name', last_name: 'family_name', name: 'name', state: undefined }
const plain = {
  logo: null,
  scope: 'openid email profile',
  isOffline: false,
  claims: plainClaims,
  verified: 'email_verified',
  signsOut: false,
}

/** Google with the wording of the specification. Another issuer can take its place. */
export const asGoogle = (client: Pick<Provider, 'issuer' | 'clientId' | 'clientSecret'>): Provider => ({
  ...plain,
  ...client,
  id: googleId,
  label: 'Google',
  isOffline: true,
})

export function readProviders(value: Value, problems: string[]): Providers {
  const google = readGoogle(value, problems)
  const entries = readEntries(value('OIDC_PROVIDERS'), problems)
  const only = entries.filter((entry) => entry.only)
  const used = only.length > 0 ? only : entries
  const providers = used.map(toProvider)
  return {
    providers: google && only.length === 0 ? [google, ...providers] : providers,
    onlyProviders: only.length > 0,
  }
}

/** The value contains secrets, so nothing of it is printed but ids and issuers. */
function readEntries(text: string | undefined, problems: string[]): Entry[] {
  if (text === undefined) return []
  const entries = parse(text)
  const [error] = Errors(Entries, entries)
  if (error) {
    const where = error.instancePath.slice(1).replaceAll('/', '.')
    problems.push(
      `OIDC_PROVIDERS must be a list in JSON, [{"id": "city", "label": "City account", "issuer": "https://…", "client_id": "…", ` +
        `"client_secret": "…"}], in one line.${where && ` ${where} ${error.message}.`}`,
    )
    return []
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- checked above
  const checked = entries as Entry[]
  for (const { id, issuer } of checked) {
    if (id === googleId) problems.push('The id "google" in OIDC_PROVIDERS is that of GOOGLE_CLIENT_ID. Choose another.')
    if (!isSafe(issuer))
      problems.push(`The issuer of "${id}" in OIDC_PROVIDERS must start with https://, or http:// on this machine.`)
  }
  for (const field of ['id', 'issuer'] as const)
    if (new Set(checked.map((entry) => entry[field])).size < checked.length)
      problems.push(`Two entries of OIDC_PROVIDERS have the same ${field}. Each needs its own.`)
  return checked
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toProvider({ id, label, logo, issuer, claims = {}, ...entry }: Entry): Provider {
  const { verified = plain.verified, ...names } = claims
  return {
    ...plain,
    id,
    label,
    logo: logo ?? null,
    issuer,
    clientId: entry.client_id,
    clientSecret: entry.client_secret,
    scope: entry.scope ?? plain.scope,
    claims: { ...plainClaims, ...names },
    verified,
    signsOut: entry.sign_out ?? false,
  }
}

function readGoogle(value: Value, problems: string[]): Provider | undefined {
  const [clientId, clientSecret] = [value('GOOGLE_CLIENT_ID'), value('GOOGLE_CLIENT_SECRET')]
  const issuer = value('GOOGLE_ISSUER') ?? 'https://accounts.google.com'
  if (!clientId !== !clientSecret) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must both be set, or neither.')
  }
  if (!isSafe(issuer)) {
    problems.push(`GOOGLE_ISSUER must start with https://, or http:// on this machine, not "${issuer}".`)
  }
  return clientId && clientSecret ? asGoogle({ clientId, clientSecret, issuer }) : undefined
}

function isSafe(issuer: string): boolean {
  const url = URL.parse(issuer)
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}
