import { createHash } from 'node:crypto'
import { officeNames } from '@wtpu/contract/politicians'
import { pictureVariant } from '@wtpu/contract/media'
import { stateName } from '@wtpu/contract/states'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { pollOptions, polls } from '#db/schema/polls.ts'
import { isPublished } from '#db/shared/published-polls.ts'
import type { PoliticianImage, PollImage, ShareImage } from './share-image.ts'

/** Increase it when the drawings change, so that the URLs change too. */
const design = 1
const photoWidth = 480

/** The URL of a share image. The version changes with what the image shows. */
export function shareImagePath(id: number, image: ShareImage): string {
  const folder = image.kind === 'poll' ? 'polls' : 'politicians'
  return `/share/${folder}/${id}.png?v=${versionOf(image)}`
}

export function versionOf(image: ShareImage): string {
  return createHash('sha256')
    .update(JSON.stringify([design, image]))
    .digest('base64url')
    .slice(0, 10)
}

/** Undefined for polls that are scheduled or removed. Results of all others are public (decision 44). */
export async function findPollImage(db: Db, id: number, origin: string): Promise<PollImage | undefined> {
  const [poll] = await db
    .select({
      question: polls.question,
      totalVotes: polls.totalVotes,
      closed: sql<boolean>`coalesce(${polls.closesAt} <= now(), false)`,
      options: sql<PollImage['options']>`(
        select json_agg(json_build_object('text', o.text, 'votes', o.vote_count) order by o.position)
        from ${pollOptions} o where o.poll_id = "polls"."id")`,
    })
    .from(polls)
    .where(and(eq(polls.id, id), isPublished))
  return poll && { kind: 'poll', ...poll, site: new URL(origin).host }
}

export async function findPoliticianImage(db: Db, id: number, origin: string): Promise<PoliticianImage | undefined> {
  const [one] = await db
    .select({
      name: politicians.name,
      office: politicians.office,
      state: politicians.state,
      retired: sql<boolean>`${politicians.retiredAt} is not null`,
      good: politicians.goodJobCount,
      bad: politicians.badJobCount,
      picture: politicians.profileImage,
    })
    .from(politicians)
    .where(eq(politicians.id, id))
  if (!one) return undefined
  const { office, state, picture, ...shown } = one
  const role = `${officeNames[office]} for ${stateName(state)}`
  return { kind: 'politician', ...shown, role, photo: storedName(picture), site: new URL(origin).host }
}

/** The name of a picture in the server's own store. Pictures of other sites are not downloaded. */
function storedName(picture: string | null): string | undefined {
  if (picture === null || !picture.startsWith('/media/')) return undefined
  return pictureVariant(picture, photoWidth).slice('/media/'.length)
}
