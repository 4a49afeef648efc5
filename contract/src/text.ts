import { Type } from 'typebox'

/** A positive 32-bit key, as PostgreSQL's `integer` holds it. */
export const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 })
export const IdParams = Type.Object({ id: Id })

/** Page parameters of every list that can grow: without them a list answers with a plain array of its first rows. */
export const PageQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
}

/** An instant, ISO 8601 with offset. */
export const Instant = Type.String({ format: 'date-time' })
