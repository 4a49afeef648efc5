import { Type } from 'typebox'
import { Id, Nullable } from '../schemas.ts'

/** The URL of a person's picture. */
export const Avatar = Nullable(Type.String())

/** Specification 3: the author of a post, a discussion or a comment on one. */
export const Author = Type.Object({ id: Id, name: Type.String(), avatar: Avatar, username: Type.String() })

/** Specification 3 repeats parts of the author next to the content. */
export const authorFields = { user: Id, user_name: Type.String(), user_avatar: Avatar }
