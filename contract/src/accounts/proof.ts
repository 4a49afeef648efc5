import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { LimitedText } from '../schemas.ts'
import { passwordMaxLength } from './accounts.ts'

/** For so long, sensitive acts do not ask again. */
export const proofMinutes = 15

export const prove = {
  method: 'POST',
  url: '/auth/api/proof/',
  schema: {
    area: 'Accounts',
    summary: 'Proves again who is signed in, before a sensitive act.',
    description: `Calls that answer with \`proof_required\` can then be repeated, for ${proofMinutes} minutes and on this device. A sign-in is a proof, too.`,
    errors: ['wrong_password', 'no_password'],
    body: Type.Object({ password: LimitedText(passwordMaxLength) }),
    response: { 200: Type.Object({ proved: Type.Literal(true) }), ...failures },
  },
} satisfies Endpoint
