import { writtenOf } from '@wtpu/contract/schemas'
import type { AccountData, PersonData } from '@wtpu/contract/accounts/settings'
import { and, asc, eq, isNotNull, sql } from 'drizzle-orm'
import { ballotNumber } from '#db/ballot-number.ts'
import type { Db } from '#db/client.ts'
import { isoTime, isoTimeOrNull } from '#db/iso-time.ts'
import { findOwnConsents } from '#db/newsletter-consents.ts'
import { users } from '#db/schema/accounts.ts'
import { follows, mutesAndBlocks } from '#db/schema/boiler-room.ts'
import { commonGroundMembers } from '#db/schema/common-ground.ts'
import { reactions } from '#db/schema/community.ts'
import { mailDeliveries } from '#db/schema/mails.ts'
import { appeals, moderationActions, moderationCases, reports } from '#db/schema/moderation.ts'
import {
  discussionWatches,
  inboxes,
  notifications,
  politicianFollows,
  pushSubscriptions,
} from '#db/schema/notifications.ts'
import { politicianMessages, politicianRatings, politicians } from '#db/schema/politicians.ts'
import { pendingAnswers, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { undoneChoices } from '#db/schema/undone-choices.ts'
import { accountGone } from '#http/errors.ts'
import { findAccount } from './account.ts'
import { findFactors } from './factors/factors.ts'
import { findUser } from './queries.ts'
import { findDevices } from './sessions.ts'
import { discussionVisits, tags } from '#db/schema/forums.ts'
import { findReasons, findWritten } from '#writing/export.ts'
import { kindsWithoutAuthor } from '#writing/kinds.ts'

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
  // Those who voted in a poll are told that it has ended, and followers of an official that one opens. A reason tells a vote, too.
  return {
    ...data,
    notifications: data.notifications.filter(({ kind }) => !kind.startsWith('poll_')),
    decisions: data.decisions.filter(({ kind }) => !kindsWithoutAuthor.includes(kind)),
  }
}

async function findPersonData(tx: Db, userId: number, sessionId: string): Promise<PersonData> {
  return {
    exported_at: new Date().toISOString(),
    profile: await findProfile(tx, userId),
    sessions: await findDevices(tx, userId, sessionId),
    factors: await findFactors(tx, userId),
    ...(await findWritten(tx, userId)),
    discussion_visits: await tx
      .select({
        discussion: discussionVisits.discussionId,
        visited_at: isoTime(discussionVisits.visitedAt),
      })
      .from(discussionVisits)
      .where(eq(discussionVisits.userId, userId))
      .orderBy(asc(discussionVisits.discussionId)),
    tags: await tx
      .select({ id: tags.id, name: tags.name, created_at: isoTime(tags.createdAt) })
      .from(tags)
      .where(eq(tags.createdBy, userId))
      .orderBy(asc(tags.id)),
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

async function findNotificationData(tx: Db, userId: number) {
  const [inbox] = await tx.select().from(inboxes).where(eq(inboxes.userId, userId))
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
    pushed_kinds: inbox?.pushKinds ?? null,
    time_zone: inbox?.timeZone ?? null,
    push_devices: await tx
      .select({ endpoint: pushSubscriptions.endpoint, created_at: isoTime(pushSubscriptions.createdAt) })
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, userId))
      .orderBy(asc(pushSubscriptions.createdAt)),
    newsletter: await findOwnConsents(tx, userId),
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

type Choices = Omit<AccountData, keyof PersonData>

/** What a user chose, likes, follows and wrote in private. Only the user gets it, because it tells opinions. */
async function findChoices(tx: Db, userId: number): Promise<Choices> {
  return {
    ...(await findReasons(tx, userId)),
    votes: await tx
      .select({
        poll: pollVotes.pollId,
        question: polls.question,
        option: pollOptions.text,
        state: pollVotes.state,
        ballot: ballotNumber(),
        created_at: isoTime(pollVotes.createdAt),
      })
      .from(pollVotes)
      .innerJoin(polls, eq(polls.id, pollVotes.pollId))
      .innerJoin(pollOptions, eq(pollOptions.id, pollVotes.optionId))
      .where(eq(pollVotes.userId, userId))
      .orderBy(asc(pollVotes.createdAt)),
    pending_answers: await tx
      .select({
        poll: pendingAnswers.pollId,
        question: polls.question,
        option: pollOptions.text,
        state: pendingAnswers.state,
        created_at: isoTime(pendingAnswers.createdAt),
      })
      .from(pendingAnswers)
      .innerJoin(polls, eq(polls.id, pendingAnswers.pollId))
      .leftJoin(pollOptions, eq(pollOptions.id, pendingAnswers.optionId))
      .where(eq(pendingAnswers.userId, userId))
      .orderBy(asc(pendingAnswers.createdAt)),
    undone_votes: await tx
      .select({ poll: polls.id, question: polls.question, created_at: isoTime(undoneChoices.createdAt) })
      .from(undoneChoices)
      .innerJoin(polls, eq(polls.id, undoneChoices.pollId))
      .where(eq(undoneChoices.userId, userId))
      .orderBy(asc(undoneChoices.createdAt)),
    undone_ratings: await tx
      .select({ politician: politicians.id, name: politicians.name, created_at: isoTime(undoneChoices.createdAt) })
      .from(undoneChoices)
      .innerJoin(politicians, eq(politicians.id, undoneChoices.politicianId))
      .where(eq(undoneChoices.userId, userId))
      .orderBy(asc(undoneChoices.createdAt)),
    ratings: await tx
      .select({
        politician: politicians.id,
        name: politicians.name,
        type: politicianRatings.type,
        state: politicianRatings.state,
        created_at: isoTime(politicianRatings.createdAt),
      })
      .from(politicianRatings)
      .innerJoin(politicians, eq(politicians.id, politicianRatings.politicianId))
      .where(eq(politicianRatings.userId, userId))
      .orderBy(asc(politicianRatings.createdAt)),
    comment_likes: await tx
      .select({
        comment: sql<number>`${reactions.commentId}`,
        value: reactions.value,
        created_at: isoTime(reactions.createdAt),
      })
      .from(reactions)
      .where(and(eq(reactions.userId, userId), isNotNull(reactions.commentId)))
      .orderBy(asc(reactions.id)),
    post_likes: await tx
      .select({ post: sql<number>`${reactions.postId}`, created_at: isoTime(reactions.createdAt) })
      .from(reactions)
      .where(and(eq(reactions.userId, userId), isNotNull(reactions.postId)))
      .orderBy(asc(reactions.id)),
    discussion_likes: await tx
      .select({
        discussion: sql<number>`${reactions.discussionId}`,
        created_at: isoTime(reactions.createdAt),
      })
      .from(reactions)
      .where(sql`${reactions.userId} = ${userId} and ${reactions.discussionId} is not null`)
      .orderBy(asc(reactions.id)),
    followed_officials: await tx
      .select({ politician: politicianFollows.politicianId, since: isoTime(politicianFollows.createdAt) })
      .from(politicianFollows)
      .where(eq(politicianFollows.userId, userId))
      .orderBy(asc(politicianFollows.politicianId)),
    messages: await tx
      .select({
        politician: politicianMessages.politicianId,
        name: politicianMessages.name,
        email: politicianMessages.email,
        subject: politicianMessages.subject,
        message: politicianMessages.message,
        ...writtenOf(politicianMessages),
        created_at: isoTime(politicianMessages.createdAt),
      })
      .from(politicianMessages)
      .where(eq(politicianMessages.userId, userId))
      .orderBy(asc(politicianMessages.id)),
  }
}

/** Follows from the votes, so only the user gets it, too. */
async function findOpinionGroup(tx: Db, userId: number): Promise<string | null> {
  const [member] = await tx
    .select({ group: commonGroundMembers.group })
    .from(users)
    .innerJoin(commonGroundMembers, eq(commonGroundMembers.voterId, users.voterId))
    .where(eq(users.id, userId))
  return member?.group ?? null
}
