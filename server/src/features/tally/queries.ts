import { downloadBallots, listTallyLog, logPageSize, type PollSeal } from '@wtpu/contract/tally/tally'
import type { Output } from '@wtpu/contract/endpoint'
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import { sealedBallots, tallyKeys, tallyLog } from '#db/schema/tally.ts'

const firstPiece = 0

/** Undefined if the poll is not sealed. Removed polls keep their seal, which has no text of anybody. */
export async function findSeal(db: Db, pollId: number): Promise<PollSeal | undefined> {
  const [row] = await db
    .select({
      poll: sql<number>`${tallyLog.pollId}`,
      entry: tallyLog.entry,
      hash: tallyLog.hash,
      signature: tallyLog.signature,
      piece: sealedBallots.piece,
      is_sample: sql<boolean>`coalesce(${polls.isSample}, false)`,
    })
    .from(tallyLog)
    .leftJoin(sealedBallots, and(eq(sealedBallots.pollId, tallyLog.pollId), eq(sealedBallots.piece, firstPiece)))
    .leftJoin(polls, eq(polls.id, tallyLog.pollId))
    .where(eq(tallyLog.pollId, pollId))
  if (!row) return undefined
  const { piece, ...seal } = row
  return { ...seal, ballots: piece === null ? null : downloadBallots.url.replace(':id', String(pollId)) }
}

/** The file of ballots, read piece by piece, as fast as the client takes it. */
export async function* readBallots(db: Db, pollId: number): AsyncGenerator<Buffer> {
  yield Buffer.from('number,option_id\n')
  for (let piece = firstPiece; ; piece++) {
    const [row] = await db
      .select({ lines: sealedBallots.lines })
      .from(sealedBallots)
      .where(and(eq(sealedBallots.pollId, pollId), eq(sealedBallots.piece, piece)))
    if (!row) return
    yield row.lines
  }
}

export async function findLog(db: Db, after: number): Promise<Output<typeof listTallyLog>> {
  const [last] = await db.select({ id: tallyLog.id }).from(tallyLog).orderBy(desc(tallyLog.id)).limit(1)
  const entries = await db
    .select({ entry: tallyLog.entry, signature: tallyLog.signature })
    .from(tallyLog)
    .where(gte(tallyLog.id, after))
    .orderBy(asc(tallyLog.id))
    .limit(logPageSize)
  return { size: last ? last.id + 1 : 0, entries }
}

export async function findPublicKey(db: Db): Promise<string | undefined> {
  const [newest] = await db
    .select({ publicKey: tallyKeys.publicKey })
    .from(tallyKeys)
    .orderBy(desc(tallyKeys.entryId))
    .limit(1)
  return newest?.publicKey
}
