import { Type } from 'typebox'
import { Id, Nullable } from '../schemas.ts'

/** The URL of a user's image. */
export const Avatar = Nullable(Type.String())

/** The author of a post, a discussion or a comment on one. */
export const Author = Type.Object({ id: Id, name: Type.String(), avatar: Avatar, username: Type.String() })

/** Parts of the author are repeated next to the content. */
export const authorFields = { user: Id, user_name: Type.String(), user_avatar: Avatar }
