import { expect, test } from 'vitest'
import { maxGrouped, type NotificationFacts, notificationSentence, securityEvents } from './kinds.ts'

const notificationOf = (change: Partial<NotificationFacts>): NotificationFacts => ({
  kind: 'like',
  actors: [{ name: 'Ada' }],
  actor_count: 1,
  subject: { kind: 'post', title: '' },
  detail: null,
  ...change,
})

test.each([
  [['Ada'], 1, 'Ada liked your post.'],
  [['Ada', 'Ben'], 2, 'Ada and Ben liked your post.'],
  [['Ada', 'Ben', 'Cleo'], 3, 'Ada and 2 others liked your post.'],
  [['Ada', 'Ben', 'Cleo'], maxGrouped, 'Ada and more than 98 others liked your post.'],
  [[], 0, 'Somebody liked your post.'],
])('names %j of %i users', (names, count, sentence) => {
  expect(notificationSentence(notificationOf({ actors: names.map((name) => ({ name })), actor_count: count }))).toBe(
    sentence,
  )
})

test.each(['remove', 'warn', 'undo', 'appeal_granted', 'appeal_rejected'])(
  'has words for the decision %s',
  (detail) => {
    expect(notificationSentence(notificationOf({ kind: 'moderation', actors: [], detail }))).toMatch(/^[A-Z][^_]+\.$/)
  },
)

test('has different words for everything about security', () => {
  const sentences = securityEvents.map((detail) =>
    notificationSentence(notificationOf({ kind: 'security', actors: [], detail })),
  )
  expect(new Set(sentences).size).toBe(securityEvents.length)
})
