import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { LimitedText } from '../schemas.ts'
import { passwordMaxLength } from './accounts.ts'
import { FactorCode } from './on-demand/factors.ts'
import { PasskeyProof } from './on-demand/passkeys.ts'

/** After a proof, sensitive acts do not ask again for this long. */
export const proofMinutes = 15

export const prove = {
  method: 'POST',
  url: '/auth/api/proof/',
  schema: {
    area: 'Accounts',
    summary: 'Proves again who is signed in, before a sensitive act.',
    description: `Calls that answer with \`proof_required\` can then be repeated, for ${proofMinutes} minutes and on this device. A sign-in is a proof, too. Accounts with a second factor send a \`code\` or a \`passkey\`, all others their \`password\`.`,
    errors: [
      'wrong_password',
      'no_password',
      'wrong_code',
      'passkey_refused',
      'passkey_unknown',
      'passkey_copied',
      'ticket_ended',
      'daily_limit',
    ],
    body: Type.Object({
      password: Type.Optional(LimitedText(passwordMaxLength)),
      code: Type.Optional(FactorCode),
      passkey: Type.Optional(PasskeyProof),
    }),
    response: { 200: Type.Object({ proved: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint
