import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { titleWordsOf } from '#search/words.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions, discussionVisits, forumCounters, forumSlots, titleWords } from '#db/schema/forums.ts'
import { moderatorUsername, type SampleUser } from '#demo/people.ts'
import { insertForumComments } from './insert-comments.ts'
import { insertDiscussions } from './insert-discussions.ts'
import { insertForumReactions } from './insert-reactions.ts'
import { insertTags } from './insert-tags.ts'
import { insertVisits } from './insert-visits.ts'
import { sampleDiscussions } from './sample-discussions.ts'

interface SeedContext {
  demo: SampleUser
  people: SampleUser[]
  now: Date
}

/** Inserts the discussions of the forums with tags, comments, reactions and visits, and sets the counters. */
export async function insertForums(tx: Db, { demo, people, now }: SeedContext): Promise<void> {
  const byUsername = new Map(people.map((user) => [user.username, user]))
  const find = (username: string) => {
    const user = byUsername.get(username)
    if (!user) throw new Error(`no sample user is named ${username}`)
    return user
  }
  const context = { demo, people, now, find, moderator: find(moderatorUsername) }
  const inserted = await insertDiscussions(tx, context)
  await insertTags(tx, inserted)
  await insertForumComments(tx, inserted, context)
  const visitors = await insertVisits(tx, inserted, context)
  await insertForumReactions(tx, { inserted, visitors }, context)
  await setForumCounters(
    tx,
    inserted.map(({ id }) => id),
  )
  await insertTitleWords(tx)
}

/** Sets the counters that the commands normally update with each row. */
async function setForumCounters(tx: Db, discussionIds: number[]): Promise<void> {
  const ids = sql.param(discussionIds)
  await tx.execute(sql`
    update ${comments} c set
      like_count = (select count(*) from ${reactions} r where r.comment_id = c.id and r.value = 1),
      dislike_count = (select count(*) from ${reactions} r where r.comment_id = c.id and r.value = -1),
      reply_count = (select count(*) from ${comments} r where r.parent_id = c.id and (
        r.is_visible
        or exists (select from ${comments} below where below.parent_id = r.id)))
    where c.discussion_id = any(${ids}::int[])`)
  await tx.execute(sql`
    update ${discussions} d set
      like_count = (select count(*) from ${reactions} r where r.discussion_id = d.id),
      view_count = (select count(counted_at) from ${discussionVisits} v where v.discussion_id = d.id),
      comment_count = (select count(*) from ${comments} c
        where c.discussion_id = d.id and c.is_visible),
      updated_at = (select max(c.created_at) from ${comments} c where c.discussion_id = d.id)
    where d.id = any(${ids}::int[])`)
  await tx.execute(sql`
    insert into ${forumCounters} as old (category_id, slot, discussions, comments)
    select category_id, id % ${forumSlots}::int, count(*), sum(comment_count) from ${discussions} d
    where d.id = any(${ids}::int[]) group by 1, 2
    on conflict (category_id, slot) do update
    set discussions = old.discussions + excluded.discussions, comments = old.comments + excluded.comments`)
}

async function insertTitleWords(tx: Db): Promise<void> {
  const words = new Set(sampleDiscussions.flatMap(({ title }) => titleWordsOf(title)))
  await tx
    .insert(titleWords)
    .values([...words].map((word) => ({ word })))
    .onConflictDoNothing()
}
