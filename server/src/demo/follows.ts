import type { Db } from '#db/client.ts'
import { follows } from '#db/schema/boiler-room.ts'
import { day, type DemoContext } from './context.ts'
import { seededRandom } from './random.ts'

/** Whom the demo account follows, so that its Followings tab has posts and its suggestions have mutual follows. */
const followedByDemo = new Set(['olivia.bennett', 'rosa.delgado', 'sofia.ramirez', 'deshawn.harris', 'grace.kim'])

/** Named people follow each other, and the others follow some of them. Everyone joined at least 30 days ago. */
export async function insertFollows(tx: Db, { demo, people, named, now }: DemoContext): Promise<void> {
  const random = seededRandom(5)
  const chosen = people.flatMap((follower, index) => {
    const count = index < named.length ? random.between(5, 14) : random.between(0, 5)
    return random
      .sample(named, count)
      .filter(({ id }) => id !== follower.id)
      .map((followed) => ({ follower, followed }))
  })
  const byDemo = named
    .filter(({ username }) => followedByDemo.has(username))
    .map((followed) => ({ follower: demo, followed }))
  await tx.insert(follows).values(
    [...chosen, ...byDemo].map(({ follower, followed }) => ({
      followerId: follower.id,
      followedId: followed.id,
      createdAt: new Date(now.getTime() - (1 + 28 * random.next()) * day),
    })),
  )
}
