import type { Db } from '#db/client.ts'
import { comments as allComments, reactions } from '#db/schema/community.ts'
import { type DemoContext, hoursBefore } from './context.ts'
import { type Random, seededRandom } from './random.ts'

/** Every third of the named officials. The demo has too few texts for more. */
export const wallsOf = ({ content, officials }: DemoContext) =>
  officials.slice(0, content.officials.named.length).filter((_, index) => index % 3 === 0)

/** Inserts comments and likes on walls. All are more than a day old, so they do not affect trending. */
export async function insertWalls(tx: Db, context: DemoContext): Promise<void> {
  const { content, people, named, now } = context
  const random = seededRandom(4)
  for (const { id } of wallsOf(context)) {
    const texts = random.sample(content.walls, 1 + Math.floor(10 * random.next() ** 2))
    const authors = random.sample(named, texts.length)
    const ages = texts.map(() => 25 + random.next() * 480).toSorted((a, b) => b - a)
    const comments = await tx
      .insert(allComments)
      .values(
        texts.map((text, index) => ({
          politicianId: id,
          userId: authors[index]?.id ?? 0,
          text,
          createdAt: hoursBefore(now, ages[index] ?? 25),
        })),
      )
      .returning({ id: allComments.id })
    await insertLikes(tx, comments, people, random)
  }
}

async function insertLikes(
  tx: Db,
  comments: { id: number }[],
  people: { id: number }[],
  random: Random,
): Promise<void> {
  const likes = comments.flatMap(({ id }) =>
    random.sample(people, random.between(0, 24)).map((user) => ({ commentId: id, userId: user.id, value: 1 })),
  )
  if (likes.length > 0) await tx.insert(reactions).values(likes)
}
