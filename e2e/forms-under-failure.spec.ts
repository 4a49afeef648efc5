import { expectToSurviveFailures } from './failing-writes.ts'
import { newUser, signInAsNewUser, test } from './fixtures.ts'
import { accountWrites } from './writes/accounts.ts'
import { adminWrites } from './writes/admin.ts'
import { forumWrites } from './writes/forums.ts'
import { googleWrites } from './writes/google.ts'
import { moderationWrites } from './writes/moderation.ts'
import { notificationWrites } from './writes/notifications.ts'
import { politicianWrites } from './writes/politicians.ts'
import { pollWrites } from './writes/polls.ts'

/**
 * Every form and every button that writes, while the server fails, cannot be reached, rejects or is slow. The Boiler Room's
 * are in boiler-room.spec.ts, because its tests may not see each other's posts, and those that need mail in
 * email-codes-and-links.spec.ts.
 */

test.describe.configure({ mode: 'parallel' })

const writes = [
  ...accountWrites,
  ...adminWrites,
  ...googleWrites,
  ...pollWrites,
  ...politicianWrites,
  ...forumWrites,
  ...moderationWrites,
  ...notificationWrites,
]
for (const write of writes) {
  test(`${write.name} survives failures`, async ({ visitor: page, context, baseURL, newMember }) => {
    const user = write.access === 'public' ? newUser() : await signInAsNewUser(context, baseURL ?? '')
    await expectToSurviveFailures(page, write, await write.prepare(page, user, newMember))
  })
}
