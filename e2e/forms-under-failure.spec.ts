import { expectToSurviveFailures } from './failing-writes.ts'
import { newPerson, signInAsNewUser, test } from './fixtures.ts'
import { accountWrites } from './writes/accounts.ts'
import { forumWrites } from './writes/forums.ts'
import { politicianWrites } from './writes/politicians.ts'
import { pollWrites } from './writes/polls.ts'

/**
 * Every form and every button that writes, while the server fails, cannot be reached, refuses or is slow. The Boiler Room's
 * are in boiler-room.spec.ts, because its tests may not see each other's posts.
 */

test.describe.configure({ mode: 'parallel' })

for (const write of [...accountWrites, ...pollWrites, ...politicianWrites, ...forumWrites]) {
  test(`${write.name} survives failures`, async ({ visitor: page, context, baseURL }) => {
    const person = write.access === 'public' ? newPerson() : await signInAsNewUser(context, baseURL ?? '')
    await expectToSurviveFailures(page, write, await write.prepare(page, person))
  })
}
