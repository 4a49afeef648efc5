import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, WrittenFields } from '../schemas.ts'

const HeldKind = Type.Enum(['comment', 'poll'])

/** Posts and discussions have `under_review` in their own calls, which nobody shares. */
export const getHeldContent = {
  method: 'GET',
  url: '/api/moderation/held/:kind/:id/',
  schema: {
    area: 'Moderation',
    summary: 'Returns a comment or a poll that is hidden until a moderator has looked at it.',
    description: 'For its author and moderators. To everyone else, signed in or not, it does not exist.',
    missing: 'Comment',
    params: Type.Object({ kind: HeldKind, id: Id }),
    response: {
      200: Type.Object({ title: Type.String(), text: Type.String(), ...WrittenFields, is_own: Type.Boolean() }),
      ...failures,
    },
  },
} satisfies Endpoint
export type HeldContentRef = Static<typeof getHeldContent.schema.params>
