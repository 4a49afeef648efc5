import { forProfileTexts, type ProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import type { Party, RatingType } from '@wtpu/contract/politicians'
import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { politicianKeywords, politicianSortName } from '#search/words.ts'
import { hashPassword } from '#features/accounts/passwords.ts'
import {
  makeDiscussion,
  makeForumComment,
  makeTag,
  type IdsOf,
  makeTags,
  type NewDiscussion,
  type NewForumComment,
  type NewTag,
} from './make-discussion.ts'
import { makePost, type NewPost } from './make-post.ts'
import { makePoll, makeVote, type NewPoll, type NewVote } from './make-poll.ts'
import { makeRollCall, type NewRollCall } from './make-roll-call.ts'
import { nextNumber, requireRow } from './make-row.ts'

/** Inserts rows for tests directly into the database, with defaults for everything the test does not specify. */
export function make(db: Db) {
  return {
    user: (input?: NewUser) => makeUser(db, input),
    politician: (input?: NewPolitician) => makePolitician(db, input),
    poll: (input?: NewPoll) => makePoll(db, input),
    vote: (input: NewVote) => makeVote(db, input),
    post: (input: NewPost) => makePost(db, input),
    discussion: (input: NewDiscussion) => makeDiscussion(db, input),
    forumComment: (input: NewForumComment) => makeForumComment(db, input),
    tag: (input: NewTag) => makeTag(db, input),
    tags: <Names extends string[]>(...names: Names): Promise<IdsOf<Names>> => makeTags(db, ...names),
    rollCall: (input?: NewRollCall) => makeRollCall(db, input),
    rating: (input: NewRating) => makeRating(db, input),
  }
}

interface NewUser extends Partial<ProfileTexts> {
  first_name?: string
  last_name?: string
  username?: string
  email?: string
  /** Hashing is slow, so only set this if the test signs in with a password. */
  password?: string
  state?: string | null
  district?: number
  role?: 'user' | 'moderator' | 'admin'
  avatar?: string
  show_email?: boolean
  email_verified_at?: Date | SQL
  created_at?: Date | SQL
  /** The day, or SQL of it. Today by default. */
  last_seen_on?: string | SQL
}

async function makeUser(db: Db, input: NewUser = {}) {
  const number = nextNumber()
  const username = input.username ?? `casey${number}`
  const email = input.email ?? `casey${number}@wtpu.example`
  const [user] = await db
    .insert(users)
    .values({
      firstName: input.first_name ?? 'Casey',
      lastName: input.last_name ?? `Citizen${number}`,
      username,
      email,
      emailVerifiedAt: input.email_verified_at,
      passwordHash: input.password === undefined ? null : await hashPassword(input.password),
      state: input.state === undefined ? 'NY' : input.state,
      district: input.district,
      role: input.role,
      ...forProfileTexts((name) => input[name]),
      avatar: input.avatar,
      showEmail: input.show_email,
      createdAt: input.created_at,
      lastSeenOn: input.last_seen_on,
    })
    .returning({
      id: users.id,
      first_name: users.firstName,
      last_name: users.lastName,
      state: users.state,
    })
  return { ...requireRow(user), username, email }
}

interface NewPolitician {
  /** The last word is used as the last name. */
  name?: string
  party?: Party
  office?: string
  state?: string
  district?: number
  source?: 'congress' | 'openstates' | 'own' | 'sample'
  external_id?: string
  profile_image?: string
  description?: string
  email?: string
  phone_number?: string
  official_website?: string
  office_address?: string
  retired_at?: Date
}

async function makePolitician(db: Db, input: NewPolitician = {}) {
  const number = nextNumber()
  const { name = `Jordan Official${number}`, party = 'I', office = 'Sen', state = 'NY' } = input
  const words = name.split(' ')
  const [politician] = await db
    .insert(politicians)
    .values({
      name,
      party,
      office,
      state,
      district: input.district,
      source: input.source ?? 'sample',
      externalId: input.external_id ?? `made-${number}`,
      profileImage: input.profile_image,
      description: input.description,
      email: input.email,
      phoneNumber: input.phone_number,
      officialWebsite: input.official_website,
      officeAddress: input.office_address,
      retiredAt: input.retired_at,
      sortName: politicianSortName(words.at(-1) ?? '', words.slice(0, -1).join(' ')),
      keywords: politicianKeywords({ party, office, state }),
    })
    .returning({
      id: politicians.id,
      name: politicians.name,
      party: sql<Party>`${politicians.party}`,
      office: politicians.office,
      state: politicians.state,
    })
  return requireRow(politician)
}

interface NewRating {
  politician: { id: number }
  user: { id: number; state?: string | null }
  type?: RatingType
  created_at?: Date
}

/** Inserts a rating and updates the counter like `ratePolitician`, but allows any time. */
async function makeRating(
  db: Db,
  { politician, user, type = 'good', created_at: createdAt }: NewRating,
): Promise<void> {
  const counter = type === 'good' ? politicians.goodJobCount : politicians.badJobCount
  const key = type === 'good' ? 'goodJobCount' : 'badJobCount'
  await db.transaction(async (tx) => {
    const voterId = sql`(select voter_id from ${users} where id = ${user.id})`
    const rating = { politicianId: politician.id, userId: user.id, voterId, type, state: user.state, createdAt }
    await tx.insert(politicianRatings).values(rating)
    await tx
      .update(politicians)
      .set({ [key]: sql`${counter} + 1` })
      .where(eq(politicians.id, politician.id))
  })
}
