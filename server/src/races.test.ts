import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { follows } from '#db/schema/boiler-room.ts'
import { polls } from '#db/schema/polls.ts'
import { updateProfile } from '#features/accounts/profile.ts'
import { toggleFollow } from './features/boiler-room/follows.ts'
import { ratePolitician } from '#features/politicians/commands.ts'
import { contactOffice } from '#features/politicians/contact.ts'
import { createComment, likeComment, unlikeComment } from './features/politicians/wall.ts'
import { castVote } from '#features/polls/cast-vote.ts'
import { cancelScheduledPoll, createPoll } from '#features/polls/create-poll.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { leave, makePeople, race, slow, withoutRetry } from '#testing/races.ts'
import { startTestApp } from '#testing/test-app.ts'

const rounds = 50

const confirmedOnly = false

test('concurrent likes and unlikes neither deadlock nor miscount', slow, async () => {
  await using t = await startTestApp()
  const db = withoutRetry(t)
  const [politician, ...people] = [await t.make.politician(), ...(await makePeople(t, 4))]
  const comment = await createComment(db, {
    confirmedOnly,
    politicianId: politician.id,
    userId: people[0]!.id,
    text: 'Hello',
  })

  for (let round = 0; round < rounds; round++) {
    const own = await Promise.all(
      people.map(async ({ id: userId }) => ({
        userId,
        like: await likeComment(db, { commentId: comment.id, userId }),
      })),
    )
    await race(
      own.flatMap(({ userId, like }) =>
        Array.from({ length: 3 }, () => [
          () => unlikeComment(db, { likeId: like.id, userId }),
          () => likeComment(db, { commentId: comment.id, userId }),
        ]).flat(),
      ),
    )
    expect(await findWrongCounters(t.db)).toEqual([])
  }
})

test('account deletion does not deadlock or miscount with concurrent follows', slow, async () => {
  await using t = await startTestApp()
  const db = withoutRetry(t)

  for (let round = 0; round < rounds; round++) {
    const people = await makePeople(t, 5)
    const leaving = people[2]!
    const follow = (from: { id: number }, to: { id: number }) => () =>
      toggleFollow(db, { userId: from.id, wanted: String(to.id) })
    const pairs = people.flatMap((from) => people.filter((to) => to !== from).map((to) => follow(from, to)))
    await race([...pairs.slice(0, 10), leave(t, db, leaving), ...pairs.slice(10)])

    expect(await findWrongCounters(t.db)).toEqual([])
    expect(await t.db.$count(follows, sql`${leaving.id} in (${follows.followerId}, ${follows.followedId})`)).toBe(0)
  }
})

test('account deletion does not deadlock or miscount with concurrent actions of its owner', slow, async () => {
  await using t = await startTestApp()
  const db = withoutRetry(t)
  const [politician, poll, friend] = [await t.make.politician(), await t.make.poll(), await t.make.user()]
  const comment = await createComment(db, {
    confirmedOnly,
    politicianId: politician.id,
    userId: friend.id,
    text: 'Hello',
  })

  for (let round = 0; round < rounds; round++) {
    const user = await t.make.user()
    const userId = user.id
    await race([
      () => castVote(db, { confirmedOnly, pollId: poll.id, optionId: poll.options[0]!.id, userId }),
      () => ratePolitician(db, { confirmedOnly, politicianId: politician.id, userId, type: 'good' }),
      () => createComment(db, { confirmedOnly, politicianId: politician.id, userId, text: 'Hello' }),
      () => likeComment(db, { commentId: comment.id, userId }),
      () =>
        contactOffice(db, t.app.outbox, {
          confirmedOnly,
          politicianId: politician.id,
          userId,
          publicUrl: t.config.publicUrl,
          canMail: false,
          message: 'Hello',
        }),
      leave(t, db, user),
      () =>
        createPoll(db, {
          confirmedOnly,
          userId,
          question: 'Now?',
          category: 1,
          options: ['Yes', 'No'],
          duration_days: 1,
        }),
      () => updateProfile(db, t.app, { userId, bio: 'Hello', removeAvatar: false }),
      () => toggleFollow(db, { userId, wanted: String(friend.id) }),
      () => toggleFollow(db, { userId: friend.id, wanted: String(userId) }),
    ])
    expect(await findWrongCounters(t.db)).toEqual([])
  }
})

test(
  'cancelling a poll does not deadlock or miscount while it is published and gets its first votes',
  slow,
  async () => {
    await using t = await startTestApp()
    const creator = await t.make.user()
    const voters = await makePeople(t, 6)

    for (let round = 0; round < 20; round++) {
      const poll = await t.make.poll({ creator: creator.id })
      const soon = sql`clock_timestamp() + interval '4 milliseconds'`
      await t.db.update(polls).set({ publishedAt: soon }).where(eq(polls.id, poll.id))
      // With the retry: a vote in a poll that was just deleted violates its foreign key, and the retry finds no poll.
      await race([
        ...voters.map(
          (voter) => () =>
            castVote(t.db, { confirmedOnly, pollId: poll.id, optionId: poll.options[0]!.id, userId: voter.id }),
        ),
        () => cancelScheduledPoll(t.db, { pollId: poll.id, userId: creator.id }),
        ...voters.map(
          (voter) => () =>
            castVote(t.db, { confirmedOnly, pollId: poll.id, optionId: poll.options[1]!.id, userId: voter.id }),
        ),
      ])
      expect(await findWrongCounters(t.db)).toEqual([])
    }
  },
)
