import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../../endpoint.ts'
import { IdParams, LimitedText } from '../../schemas.ts'
import { Tokens } from '../accounts.ts'

export const maxPasskeys = 20
export const passkeyNameMaxLength = 60
/** How long the browser may take to ask the person. */
export const challengeMinutes = 10

const Encoded = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$' })

/** What the browser's `navigator.credentials` takes, as the specification of WebAuthn defines its form in JSON. */
const Options = Type.Object({ challenge: Type.String() }, { additionalProperties: true })
const Started = Type.Object({ options: Options, ticket: Type.String() })

const credential = {
  id: Encoded(1400),
  rawId: Encoded(1400),
  type: Type.Literal('public-key'),
  clientExtensionResults: Type.Object({}, { additionalProperties: true }),
}

const NewCredential = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Encoded(4000),
    attestationObject: Encoded(16_000),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 10 })),
  }),
})
export type NewCredential = Static<typeof NewCredential>

/** What the browser made with a passkey, and the ticket of the challenge that it signed. */
export const PasskeyProof = Type.Object({
  ticket: Type.String({ minLength: 1, maxLength: 2000 }),
  credential: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Encoded(4000),
      authenticatorData: Encoded(4000),
      signature: Encoded(4000),
      userHandle: Type.Optional(Encoded(100)),
    }),
  }),
})
export type PasskeyProof = Static<typeof PasskeyProof>

export const startPasskey = {
  method: 'POST',
  url: '/auth/api/passkeys/start/',
  config: { sensitive: true },
  schema: {
    area: 'Accounts',
    summary: 'Begins to add a passkey.',
    description: `\`options\` is for \`navigator.credentials.create\`. The ticket is valid for ${challengeMinutes} minutes.`,
    errors: ['email_not_confirmed', 'too_many_passkeys'],
    response: { 200: Started, ...failures },
  },
} satisfies Endpoint

export const addPasskey = {
  method: 'POST',
  url: '/auth/api/passkeys/',
  config: { sensitive: true },
  schema: {
    area: 'Accounts',
    summary: 'Adds the passkey that the browser has made.',
    description:
      'The first second factor of an account also gets recovery codes, which are shown this once. Otherwise the list is empty.',
    errors: ['passkey_refused', 'ticket_ended', 'too_many_passkeys'],
    body: Type.Object({
      ticket: Type.String({ minLength: 1, maxLength: 2000 }),
      name: LimitedText(passkeyNameMaxLength),
      credential: NewCredential,
    }),
    response: { 201: Type.Object({ recovery_codes: Type.Array(Type.String()) }), ...failures },
  },
} satisfies Endpoint

export const removePasskey = {
  method: 'POST',
  url: '/auth/api/passkeys/:id/remove/',
  config: { sensitive: true },
  schema: {
    area: 'Accounts',
    summary: 'Removes a passkey. It no longer signs in.',
    missing: 'Passkey',
    params: IdParams,
    response: { 200: Type.Object({ removed: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint

export const startPasskeySignIn = {
  method: 'POST',
  url: '/auth/api/passkeys/sign-in/start/',
  schema: {
    area: 'Accounts',
    summary: 'Makes a challenge for a passkey, to sign in or to prove who is signed in.',
    description: '`options` is for `navigator.credentials.get`. It names no account: the passkey does.',
    response: { 200: Started, ...failures },
  },
} satisfies Endpoint

export const signInByPasskey = {
  method: 'POST',
  url: '/auth/api/passkeys/sign-in/',
  schema: {
    area: 'Accounts',
    summary: 'Signs in with a passkey, which counts as both factors.',
    errors: ['other_way_only', 'passkey_refused', 'passkey_unknown', 'passkey_copied', 'ticket_ended', 'blocked'],
    body: PasskeyProof,
    response: { 200: Tokens, ...failures },
  },
} satisfies Endpoint
