import type { AccountData, PersonData } from '@wtpu/contract/accounts/settings'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime, isoTimeOrNull } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { follows, mutesAndBlocks, postMedia, posts } from '#db/schema/boiler-room.ts'
import { comments, revisions } from '#db/schema/community.ts'
import { mailDeliveries } from '#db/schema/mails.ts'
import { appeals, moderationActions, moderationCases, reports } from '#db/schema/moderation.ts'
import { discussionWatches, inboxes, notifications, pushSubscriptions } from '#db/schema/notifications.ts'
import { polls, categories } from '#db/schema/polls.ts'
import { findChoices, findOpinionGroup } from './account-choices.ts'
import { accountGone } from '#http/errors.ts'
import { findAccount } from './account.ts'
import { findUser } from './queries.ts'
import { findDevices } from './sessions.ts'
import { discussions, discussionTags, discussionVisits, tags } from '#db/schema/forums.ts'
import { timeOfDeletion } from '#db/visibility.ts'

/** One snapshot, so that concurrent writes cannot make it inconsistent. */
const inSnapshot = <T>(db: Db, collect: (tx: Db) => Promise<T>) =>
  db.transaction(collect, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** Collects everything stored about a user. Only for this user: it has their choices. */
export function collectAccountData(db: Db, userId: number, sessionId: string): Promise<AccountData> {
  return inSnapshot(db, async (tx) => {
    const { profile, ...data } = await findPersonData(tx, userId, sessionId)
    const opinion_group = await findOpinionGroup(tx, userId)
    return { ...data, profile: { ...profile, opinion_group }, ...(await findChoices(tx, userId)) }
  })
}

/** Collects the same without the choices, for an admin. No session of the person is the current one. */
export async function collectPersonData(db: Db, userId: number): Promise<PersonData> {
  const data = await inSnapshot(db, (tx) => findPersonData(tx, userId, '00000000-0000-0000-0000-000000000000'))
  // Those who voted in a poll are told that it has ended, and followers of an official that one opens.
  return { ...data, notifications: data.notifications.filter(({ kind }) => !kind.startsWith('poll_')) }
}

async function findPersonData(tx: Db, userId: number, sessionId: string): Promise<PersonData> {
  return {
    exported_at: new Date().toISOString(),
    profile: await findProfile(tx, userId),
    sessions: await findDevices(tx, userId, sessionId),
    polls: await tx
      .select({ id: polls.id, question: polls.question, published_at: isoTime(polls.publishedAt) })
      .from(polls)
      .where(eq(polls.creatorId, userId))
      .orderBy(asc(polls.id)),
    comments: await tx
      .select({
        id: comments.id,
        politician: sql<number>`${comments.politicianId}`,
        text: comments.text,
        lang: comments.lang,
        created_at: isoTime(comments.createdAt),
      })
      .from(comments)
      .where(and(eq(comments.userId, userId), isNotNull(comments.politicianId)))
      .orderBy(asc(comments.id)),
    posts: await findOwnPosts(tx, userId),
    post_comments: await tx
      .select({
        id: comments.id,
        post: sql<number>`${comments.postId}`,
        text: comments.text,
        lang: comments.lang,
        created_at: isoTime(comments.createdAt),
      })
      .from(comments)
      .where(and(eq(comments.userId, userId), isNotNull(comments.postId)))
      .orderBy(asc(comments.id)),
    ...(await findForumData(tx, userId)),
    following: await tx
      .select({ id: users.id, username: sql<string>`${users.username}`, since: isoTime(follows.createdAt) })
      .from(follows)
      .innerJoin(users, eq(users.id, follows.followedId))
      .where(eq(follows.followerId, userId))
      .orderBy(asc(follows.createdAt)),
    muted_and_blocked: await tx
      .select({
        id: users.id,
        username: sql<string>`coalesce(${users.username}, '')`,
        kind: mutesAndBlocks.kind,
        since: isoTime(mutesAndBlocks.createdAt),
      })
      .from(mutesAndBlocks)
      .innerJoin(users, eq(users.id, mutesAndBlocks.otherId))
      .where(eq(mutesAndBlocks.userId, userId))
      .orderBy(asc(mutesAndBlocks.createdAt)),
    ...(await findModerationData(tx, userId)),
    ...(await findNotificationData(tx, userId)),
  }
}

async function findProfile(tx: Db, userId: number): Promise<PersonData['profile']> {
  const account = await findAccount(tx, userId)
  const user = await findUser(tx, { id: userId }, userId)
  const { kind, day, outcome } = mailDeliveries
  const [terms] = await tx
    .select({
      version: users.termsVersion,
      acceptedAt: users.termsAcceptedAt,
      lastSeenOn: users.lastSeenOn,
      lastMail: { kind, day, outcome },
    })
    .from(users)
    .leftJoin(mailDeliveries, eq(mailDeliveries.userId, users.id))
    .where(eq(users.id, userId))
  if (!user || !terms) throw accountGone()
  return {
    ...user,
    email: account.email,
    show_email: account.show_email,
    newsletter: account.newsletter,
    district: account.district,
    common_ground: account.common_ground,
    role: account.role,
    terms_version: terms.version,
    terms_accepted_at: terms.acceptedAt?.toISOString() ?? null,
    google: account.has_google,
    last_mail: terms.lastMail,
    last_seen_on: terms.lastSeenOn,
  }
}

type ForumData = Pick<PersonData, 'discussions' | 'discussion_comments' | 'discussion_visits' | 'tags'>
type OwnDiscussion = ForumData['discussions'][number]
type OwnComment = ForumData['discussion_comments'][number]

/** Everything that a user wrote in the forums, including what is no longer visible. */
async function findForumData(db: Db, userId: number): Promise<ForumData> {
  return {
    discussions: await findOwnDiscussions(db, userId),
    discussion_comments: await findOwnComments(db, userId),
    discussion_visits: await db
      .select({
        discussion: discussionVisits.discussionId,
        visited_at: isoTime(discussionVisits.visitedAt),
      })
      .from(discussionVisits)
      .where(eq(discussionVisits.userId, userId))
      .orderBy(asc(discussionVisits.discussionId)),
    tags: await db
      .select({ id: tags.id, name: tags.name, created_at: isoTime(tags.createdAt) })
      .from(tags)
      .where(eq(tags.createdBy, userId))
      .orderBy(asc(tags.id)),
  }
}

async function findOwnDiscussions(db: Db, userId: number): Promise<OwnDiscussion[]> {
  const { rows } = await db.execute<OwnDiscussion>(sql`
    select d.id, d.title, d.description, d.lang, c.name as category,
      array(select t.name from ${discussionTags} used join ${tags} t on t.id = used.tag_id
        where used.discussion_id = d.id order by used.position) as tags,
      ${isoTime('d.created_at')} as created_at, ${isoTime('d.edited_at')} as edited_at,
      ${isoTime(timeOfDeletion('d'))} as deleted_at,
      array(select json_build_object('title', r.title, 'description', r.text)
        from ${revisions} r where r.discussion_id = d.id order by r.id) as earlier_texts
    from ${discussions} d join ${categories} c on c.id = d.category_id where d.user_id = ${userId} order by d.id`)
  return rows
}

async function findOwnComments(db: Db, userId: number): Promise<OwnComment[]> {
  const { rows } = await db.execute<OwnComment>(sql`
    select m.id, m.discussion_id as discussion, m.parent_id as parent, m.text, m.lang,
      ${isoTime('m.created_at')} as created_at, ${isoTime('m.edited_at')} as edited_at,
      ${isoTime(timeOfDeletion('m'))} as deleted_at,
      array(select r.text from ${revisions} r where r.comment_id = m.id order by r.id) as earlier_texts
    from ${comments} m where m.user_id = ${userId} and m.discussion_id is not null order by m.id`)
  return rows
}

type OwnPost = PersonData['posts'][number]

/** All posts of a user, also those that are no longer visible. Each half of the union has an index. */
async function findOwnPosts(db: Db, userId: number): Promise<OwnPost[]> {
  const { rows } = await db.execute<OwnPost>(sql`
    select p.id, p.text, p.lang, p.hashtags,
      array(select json_build_object('file', m.file, 'alt', m.alt, 'captions', m.captions)
        from ${postMedia} m where m.post_id = p.id order by m.position) as media,
      ${isoTime('p.created_at')} as created_at, ${isoTime('p.edited_at')} as edited_at,
      ${isoTime(timeOfDeletion('p'))} as deleted_at,
      array(select r.text from ${revisions} r where r.post_id = p.id order by r.id) as earlier_texts
    from (
      select * from ${posts} where user_id = ${userId} and is_visible
      union all
      select * from ${posts} where user_id = ${userId} and not is_visible
    ) p order by p.id`)
  return rows
}

async function findNotificationData(tx: Db, userId: number) {
  const [inbox] = await tx.select({ ways: inboxes.ways }).from(inboxes).where(eq(inboxes.userId, userId))
  return {
    notifications: await tx
      .select({
        kind: notifications.kind,
        subject: notifications.subjectKind,
        content: notifications.subjectId,
        created_at: isoTime(notifications.createdAt),
        read_at: isoTimeOrNull(notifications.readAt),
      })
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(asc(notifications.id)),
    notification_ways: inbox?.ways ?? {},
    push_devices: await tx
      .select({ endpoint: pushSubscriptions.endpoint, created_at: isoTime(pushSubscriptions.createdAt) })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(asc(pushSubscriptions.createdAt)),
    watched_discussions: await tx
      .select({ discussion: discussionWatches.discussionId, level: discussionWatches.level })
      .from(discussionWatches)
      .where(eq(discussionWatches.userId, userId))
      .orderBy(asc(discussionWatches.discussionId)),
  }
}

async function findModerationData(tx: Db, userId: number) {
  return {
    reports: await tx
      .select({
        kind: moderationCases.kind,
        content: moderationCases.contentId,
        reason: reports.reason,
        note: reports.note,
        created_at: isoTime(reports.createdAt),
      })
      .from(reports)
      .innerJoin(moderationCases, eq(moderationCases.id, reports.caseId))
      .where(eq(reports.reporterId, userId))
      .orderBy(asc(reports.id)),
    decisions: await tx
      .select({
        id: moderationActions.id,
        action: moderationActions.action,
        kind: moderationActions.subjectKind,
        content: moderationActions.subjectId,
        text_action: moderationActions.textAction,
        rule: moderationActions.rule,
        sentence: moderationActions.reason,
        created_at: isoTime(moderationActions.createdAt),
      })
      .from(moderationActions)
      .where(eq(moderationActions.userId, userId))
      .orderBy(asc(moderationActions.id)),
    appeals: await tx
      .select({
        decision: appeals.actionId,
        text: appeals.text,
        answer: appeals.answer,
        created_at: isoTime(appeals.createdAt),
      })
      .from(appeals)
      .where(eq(appeals.userId, userId))
      .orderBy(asc(appeals.id)),
  }
}
