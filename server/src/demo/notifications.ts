import { type NotificationKind, notificationKinds } from '@wtpu/contract/notifications/on-demand/kinds'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { discussionWatches, inboxes, notifications, politicianFollows } from '#db/schema/notifications.ts'
import { notifyOfPolls } from '#notifications/events.ts'
import { type DemoContext, hour } from './context.ts'

/** Content that the notifications are about. */
interface Found {
  discussion: number
  comment: number
  reply: number
  post: number
  post_comment: number
  poll: number
  politician: number
  closed_poll: number
  action: number
}

/**
 * Gives the demo account one notification of each kind. It has written nothing, so that people who sign in with it start fresh:
 * the notifications are about what others wrote.
 */
export async function insertNotifications(tx: Db, { demo, people, officials, now }: DemoContext): Promise<void> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const found = await findContent(tx, now)
  const mention = { text: `@${demo.username}, did you hear the debate about the bridges?`, createdAt: ago(3 * hour) }
  const [mentioned] = await tx
    .insert(comments)
    .values({ politicianId: officials[0]?.id, userId: people[3]?.id ?? 0, ...mention })
    .returning({ id: comments.id, politicianId: comments.politicianId })
  if (!found || !mentioned) throw new Error('The demo has no content.')
  await tx.insert(discussionWatches).values({ discussionId: found.discussion, userId: demo.id, level: 'watch' })
  await tx.insert(politicianFollows).values({ politicianId: found.politician, userId: demo.id })
  await notifyOfPolls(tx, { after: now })
  const thread = { pageKind: 'discussion', pageId: found.discussion } as const
  const post = { subjectKind: 'post', subjectId: found.post, pageKind: 'post', pageId: found.post } as const
  const poll = (id: number) => ({ subjectKind: 'poll', subjectId: id, pageKind: 'poll', pageId: id }) as const
  const wall = { pageKind: 'politician', pageId: mentioned.politicianId } as const
  const self = { subjectKind: 'user', subjectId: demo.id } as const
  const idsOf = (start: number, end: number) => people.slice(start, end).map(({ id }) => id)
  const samples: Record<NotificationKind, [age: number, Omit<typeof notifications.$inferInsert, 'userId' | 'kind'>]> = {
    watched: [2 * hour, { ...thread, subjectKind: 'discussion', subjectId: found.discussion, causeIds: [found.reply] }],
    mention: [3 * hour, { ...wall, subjectKind: 'comment', subjectId: mentioned.id, causeIds: [mentioned.id] }],
    reply: [4 * hour, { ...thread, subjectKind: 'comment', subjectId: found.comment, causeIds: [found.reply] }],
    official_poll: [8 * hour, poll(found.poll)],
    daily_question: [9 * hour, poll(found.poll)],
    poll_closed: [12 * hour, poll(found.closed_poll)],
    comment: [20 * hour, { ...post, causeIds: [found.post_comment] }],
    like: [25 * hour, { ...post, causeIds: idsOf(7, 12) }],
    follower: [26 * hour, { ...self, causeIds: idsOf(0, 3) }],
    letter: [50 * hour, { ...wall, subjectKind: 'politician', subjectId: mentioned.politicianId ?? 0 }],
    moderation: [55 * hour, { subjectKind: 'decision', subjectId: found.action, detail: 'warn' }],
    security: [70 * hour, { ...self, detail: 'new_device' }],
  }
  const rows = notificationKinds.map((kind) => {
    const [age, row] = samples[kind]
    const readAt = age > 48 * hour ? ago(age - hour) : null
    return { ...row, kind, userId: demo.id, createdAt: ago(age), updatedAt: ago(age), readAt }
  })
  await tx.insert(notifications).values(rows)
  await tx.insert(inboxes).values({ userId: demo.id, unread: rows.filter(({ readAt }) => readAt === null).length })
}

async function findContent(tx: Db, now: Date): Promise<Found | undefined> {
  const { rows } = await tx.execute<Found>(sql`
    with reply as (
      select c.discussion_id as discussion, c.parent_id as comment, c.id as reply from comments c
      join comments above on above.id = c.parent_id and above.is_visible where c.is_visible order by c.created_at desc, c.id limit 1
    ), answered as (
      select post_id as post, id as post_comment from comments where post_id is not null and is_visible
      order by created_at desc, id limit 1
    ), recent as (
      select id as poll, politician_id as politician from polls where politician_id is not null and closes_at > ${now}
        and published_at between ${now}::timestamptz - interval '60 days' and ${now} order by published_at desc, id limit 1
    ), past as (select id as closed_poll from polls where closes_at < ${now} order by closes_at desc, id limit 1),
    warning as (select id as action from moderation_actions where action = 'warn' order by id limit 1)
    select * from reply, answered, recent, past, warning`)
  return rows[0]
}
