import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../schemas.ts'

export const sameWording = 'The second wording is the same as the first.'
export const wordingsAreNotTied = 'A poll with two wordings cannot be tied to a vote of Congress.'

/** What a voter needs to check, once the poll is sealed, that their wording was drawn by the key that was fixed before. */
export const MyWording = Type.Object({
  /** The poll with the wording that is drawn for the viewer. */
  poll: Id,
  /** 0 for the first wording, 1 for the second. */
  wording: Type.Integer(),
  /** What the wording is drawn for: a number that is made from the viewer's mailbox. Only the viewer learns it. */
  voter: Type.Integer(),
  /** The SHA-256 hash of the key that draws. The seal publishes the key. */
  key_hash: Type.String(),
})
export type MyWording = Static<typeof MyWording>

export const getMyWording = {
  method: 'GET',
  url: '/api/polls/:id/my-wording/',
  schema: {
    area: 'Polls',
    summary: 'Says which wording of a poll is drawn for the viewer.',
    description:
      'For polls with `wordings`, by the id of either. The answer is the same on all devices and for all accounts of a mailbox. The wording is the last bit of the first byte of HMAC-SHA-256 of `voter`, as decimal digits, with the key of the poll.',
    missing: 'Poll',
    params: IdParams,
    response: { 200: MyWording, ...failures },
  },
} satisfies Endpoint
