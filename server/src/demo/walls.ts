import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments as allComments, reactions } from '#db/schema/community.ts'
import { namedPeopleCount } from './people.ts'
import { type Random, seededRandom } from './random.ts'

const hour = 60 * 60_000

/** Nonpartisan comments that fit any official. */
const sampleComments = [
  'Came to our town hall, stayed two hours past the end and answered every question. Whatever I think of the answers, that is how it should be.',
  'I wrote about the bridge on Route 9 in March. A real person called back within the week.',
  'Could we see the voting record explained in plain words? I should not need a lawyer to know what was decided.',
  'The office helped my father with his veterans papers. Thank you, whoever you are at that front desk.',
  'I disagree on most things and still find the newsletter honest. It says what was tried and what failed.',
  'Please come to the north end of the county too. The last visit here was three years ago.',
  'What is the plan for the clinics that close at four? Half the town works until five.',
  'Good work on broadband. The line reached us in August, and school nights are quieter now.',
  'I asked about water rates twice and got the same letter twice. A straight answer would have been shorter.',
  'Neighbors, the next office hours are on the first Thursday. Bring your papers and some patience.',
  'More hearings in the evening, please. Democracy should not need a day off.',
  'Credit where it is due: the flood money arrived, and it arrived where the flood was.',
  'I would like to hear a clear yes or no on the rail line.',
  'Fair on both sides in the debate at the library. My students noticed.',
  'Has anybody here had an answer about the post office hours?',
  'Promised a report on school meals by spring. It is not spring any more.',
]

interface SeedContext {
  officials: { id: number }[]
  /** People who comment and like; the ones with a bio come first. */
  people: { id: number }[]
  now: Date
}

/** Inserts comments and likes on the wall of every third official. All are more than a day old, so they do not affect trending. */
export async function insertWalls(tx: Db, { officials, people, now }: SeedContext): Promise<void> {
  const random = seededRandom(4)
  for (const { id } of officials.filter((_, index) => index % 3 === 0)) {
    const texts = random.sample(sampleComments, random.between(2, 6))
    const authors = random.sample(people.slice(0, namedPeopleCount), texts.length)
    const ages = texts.map(() => 25 + random.next() * 480).toSorted((a, b) => b - a)
    const comments = await tx
      .insert(allComments)
      .values(
        texts.map((text, index) => ({
          politicianId: id,
          userId: authors[index]?.id ?? 0,
          text,
          createdAt: new Date(now.getTime() - (ages[index] ?? 25) * hour),
        })),
      )
      .returning({ id: allComments.id })
    await insertLikes(tx, comments, people, random)
  }
  await tx.execute(sql`
    update ${allComments} set like_count = counted.likes
    from (select comment_id, count(*) as likes from ${reactions} where comment_id is not null group by comment_id) as counted
    where ${allComments.id} = counted.comment_id`)
}

async function insertLikes(
  tx: Db,
  comments: { id: number }[],
  people: SeedContext['people'],
  random: Random,
): Promise<void> {
  const likes = comments.flatMap(({ id }) =>
    random.sample(people, random.between(0, 24)).map((user) => ({ commentId: id, userId: user.id, value: 1 })),
  )
  if (likes.length > 0) await tx.insert(reactions).values(likes)
}
