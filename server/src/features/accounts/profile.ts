import { plainUsername, profileErrors, usernameTaken } from '@wtpu/contract/accounts/profile'
import { forProfileTexts, profileTextNames, type ProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import type { User } from '@wtpu/contract/accounts/accounts'
import { imageWidths } from '@wtpu/contract/images'
import { sentences } from '@wtpu/contract/on-demand/rejected-files'
import { toSingleLine, toParagraphs, ofBio, type BioField, writtenOfBio } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import { limitLinks } from '#writing/floods.ts'
import type { Db } from '#db/client.ts'
import { violatedKey } from '#db/error-facts.ts'
import { isAccount } from '#db/people.ts'
import { formerUsernames, users } from '#db/schema/accounts.ts'
import { ApiError, assertFields, invalidInput, notFound } from '#http/errors.ts'
import { countAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { JobRejected, JobsBusy } from '#processes/job-queue.ts'
import { type Media, saveImage } from '#media/images.ts'
import { markUnused, markUsed, removeUnused } from '#media/unused-media.ts'
import { findUser } from './queries.ts'

interface ProfileChange extends Partial<ProfileTexts>, Partial<Record<BioField, string>> {
  userId: number
  first_name?: string
  last_name?: string
  username?: string
  /** Path of the uploaded file. */
  avatar?: string
  removeAvatar: boolean
}

/** Largest stored width of a profile image. The site shows it at 160 CSS pixels at most. */
export const avatarWidth = imageWidths[2]

/** Validates everything before storing anything. */
export async function updateProfile(db: Db, media: Media, change: ProfileChange): Promise<User> {
  const texts = forProfileTexts(
    (name, { lines }) => change[name] && (lines === 'one' ? toSingleLine : toParagraphs)(change[name]),
  )
  const text = {
    ...texts,
    firstName: change.first_name && toSingleLine(change.first_name),
    lastName: change.last_name && toSingleLine(change.last_name),
    username: change.username === undefined ? undefined : plainUsername(change.username),
  }
  const owner = isAccount(change.userId)
  const current = {
    firstName: users.firstName,
    lastName: users.lastName,
    username: users.username,
    avatar: users.avatar,
  }
  const [before] = await db.select(current).from(users).where(owner)
  assertValid(before, text)
  const saved = change.avatar === undefined ? undefined : await saveAvatar(db, media, change.avatar)
  const avatar = saved ?? (change.removeAvatar ? null : undefined)
  const saves = saved === undefined ? [] : [saved]
  let replaced: string[] = []
  try {
    replaced = await db.transaction(async (tx) => {
      // Lock and validate again: concurrent uploads then remove the image they replace, concurrent saves cannot delete
      // both names, and a deleted account stays empty.
      const [locked] = await tx.select(current).from(users).where(owner).for('no key update')
      assertValid(locked, text)
      const written = profileTextNames.flatMap((name) => texts[name] || []).join('\n')
      if (written) await limitLinks(tx, { userId: change.userId, text: written, markdown: false })
      const { username: to } = text
      if (to !== undefined && to !== locked.username?.toLowerCase())
        await giveUpUsername(tx, change.userId, { from: locked.username, to })
      // Undefined fields stay unchanged.
      const values = Object.fromEntries(
        Object.entries({ ...text, ...fieldsOfBio(change), avatar }).filter(([, value]) => value !== undefined),
      )
      if (Object.keys(values).length > 0) await tx.update(users).set(values).where(owner)
      await markUsed(tx, saves)
      const old = avatar === undefined || locked.avatar === null ? [] : [locked.avatar]
      await markUnused(tx, old)
      return old
    })
  } catch (error) {
    await removeUnused(db, media.files, saves)
    if (error instanceof Error && violatedKey(error) === 'users_username_key')
      throw invalidInput({ username: [usernameTaken] })
    throw error
  }
  await removeUnused(db, media.files, replaced)
  const user = await findUser(db, { id: change.userId }, change.userId)
  if (!user) throw notFound('User')
  return user
}

/** An empty field of a form is none. */
const fieldsOfBio = (change: ProfileChange) =>
  Object.fromEntries(
    Object.entries(ofBio(writtenOfBio(change))).map(([name, value]) => [name, value === '' ? null : value]),
  )

/** How many earlier usernames are kept from others for an account. */
const maxFormer = 10

/** Others cannot take the name for a while, because texts mention this user by it. The user is locked. @throws ApiError 429 */
async function giveUpUsername(
  tx: Db,
  userId: number,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  await countAttempt(tx, `usernames ${userId}`, accountLimits.usernames)
  await tx.delete(formerUsernames).where(and(eq(formerUsernames.userId, userId), eq(formerUsernames.username, to)))
  if (from) await tx.insert(formerUsernames).values({ userId, username: sql`lower(${from})` })
  await tx.execute(sql`delete from ${formerUsernames} where username in (
    select username from ${formerUsernames} where user_id = ${userId} order by given_up_at desc offset ${maxFormer})`)
}

interface Names {
  firstName: string
  lastName: string
  username: string | null
}

function assertValid<T extends Names>(
  before: T | undefined,
  {
    firstName,
    lastName,
    ...texts
  }: Partial<ProfileTexts & Pick<Names, 'firstName' | 'lastName'>> & { username?: string },
): asserts before is T {
  if (!before) throw notFound('User')
  const saved = { first_name: before.firstName, last_name: before.lastName, username: before.username }
  assertFields({ ...profileErrors({ ...texts, first_name: firstName, last_name: lastName }, saved) })
}

/** Value of `Retry-After` while the image queue is full. */
const busySeconds = 10

async function saveAvatar(db: Db, media: Media, file: string): Promise<string> {
  try {
    const beforeSave = (address: string) => markUnused(db, [address])
    const { url } = await saveImage(media, { file, folder: 'avatars', maxWidth: avatarWidth, beforeSave })
    return url
  } catch (error) {
    if (error instanceof JobsBusy) {
      const detail = 'Many images are being uploaded right now. Please try again in a moment.'
      throw new ApiError('busy', { detail, retryAfter: busySeconds })
    }
    if (!(error instanceof JobRejected)) throw error
    throw invalidInput({ avatar: [sentences('Please select a valid image file', error.message)] })
  }
}
