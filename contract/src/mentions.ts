import { Type } from 'typebox'
import { Avatar } from './accounts/author.ts'
import { failures, type Endpoint } from './endpoint.ts'
import { toReadable } from './readable-text.ts'
import { Id, withoutInvisible } from './schemas.ts'

/** Further mentions of a text stay plain text. */
export const maxMentions = 10

const usernameMaxLength = 100

/**
 * An `@` at the start of a word, then a username, which may have dots inside. Addresses such as `ada@example.com` are none. Letters
 * without capitals may touch it: Arabic has prefixes, Japanese and Korean have suffixes.
 */
const mentionPattern =
  /[@＠﹫](?<![\p{Lu}\p{Ll}\p{Lt}\p{N}_.+\-/@＠&=]\p{M}*.)([A-Za-z0-9_]+(?:(?:\.|[\u00AD\u200B-\u200D\u2060\uFEFF]+)[A-Za-z0-9_]+)*)(?![\p{Lu}\p{Ll}\p{Lt}\p{M}\p{N}_@＠])/gu

export interface MentionMatch {
  /** Without the `@`, as written. Usernames ignore case. */
  username: string
  /** Position of the `@`, which may be a full-width one. */
  index: number
  /** How many characters the mention takes in the text, with the `@` and invisible ones that `username` leaves out. */
  length: number
}

/**
 * The mentions of a text in order: all places of the first `maxMentions` different usernames. Not all of them need to exist. `known`
 * has those of earlier parts of the text.
 */
export function findMentions(text: string, known = new Set<string>()): MentionMatch[] {
  return [...toReadable(text).matchAll(mentionPattern)].flatMap((match) => {
    const username = withoutInvisible(match[1] ?? '')
    const key = username.toLowerCase()
    if (username.length > usernameMaxLength || (!known.has(key) && known.size === maxMentions)) return []
    known.add(key)
    return [{ username, index: match.index, length: match[0].length }]
  })
}

/** The different usernames that a text mentions, in lower case, at most `maxMentions`. */
export function mentionsOf(text: string): string[] {
  return [...new Set(findMentions(text).map(({ username }) => username.toLowerCase()))]
}

export const maxMentionable = 8

export const listMentionable = {
  method: 'GET',
  url: '/api/people/mentionable/',
  schema: {
    area: 'Notifications',
    summary: 'Suggests people to mention by the start of their username.',
    description: `At most ${maxMentionable}. First those whom the viewer follows, by the start of their name too. Without \`q\`, only those.`,
    querystring: Type.Object({ q: Type.Optional(Type.String({ maxLength: 60 })) }),
    response: {
      200: Type.Array(Type.Object({ id: Id, username: Type.String(), name: Type.String(), avatar: Avatar })),
      ...failures,
    },
  },
} satisfies Endpoint

export const maxMentioned = 50

/** A call of its own, because contents are shared responses and most mention nobody. */
export const listMentioned = {
  method: 'GET',
  url: '/api/people/mentioned/',
  schema: {
    area: 'Notifications',
    summary: 'Returns which of some usernames exist, in lower case.',
    description: `\`names\` are separated by commas, at most ${maxMentioned}. Further ones are ignored.`,
    querystring: Type.Object({ names: Type.Optional(Type.String({ maxLength: 6_000 })) }),
    response: { 200: Type.Array(Type.String()), ...failures },
  },
} satisfies Endpoint
