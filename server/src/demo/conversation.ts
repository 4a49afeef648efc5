import type { Db } from '#db/client.ts'
import { importConversation } from '#imports/conversations/import-conversation.ts'
import type { Answers } from '#imports/conversations/read-conversation.ts'
import { type DemoContext, hoursBefore } from './context.ts'
import { type Random, seededRandom } from './random.ts'

/** Imports a conversation whose answers lie along a line. */
export async function insertConversation(
  tx: Db,
  { content, now }: Pick<DemoContext, 'content' | 'now'>,
): Promise<void> {
  const { statements, participants, turnout, name, category, openedHoursAgo, closedHoursAgo } = content.conversation
  const random = seededRandom(11)
  const positions = Array.from({ length: participants }, () => 4 * random.next() - 2)
  const [first, last] = turnout
  const answered = statements.map(({ text, slope, constant }, id) => {
    const share = (first + ((last - first) * id) / (statements.length - 1)) / 100
    const answers: Answers = [[], [], []]
    for (const [person, position] of positions.entries()) {
      if (random.next() < share) answers[answerOf(slope * position + constant, random)].push(person + 1)
    }
    return { id, text, answers }
  })
  await importConversation(
    tx,
    { participants, statements: answered, notes: [] },
    {
      name,
      category,
      openedAt: hoursBefore(now, openedHoursAgo),
      closedAt: hoursBefore(now, closedHoursAgo),
      isSample: true,
    },
  )
}

/** One of twenty passes; the others agree with a probability that grows with `logit`. */
const answerOf = (logit: number, random: Random) =>
  random.next() < 0.05 ? 2 : random.next() < 1 / (1 + Math.exp(-logit)) ? 0 : 1
