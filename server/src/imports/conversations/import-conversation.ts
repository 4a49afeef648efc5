import { createHash } from 'node:crypto'
import { minVotesOfPoll } from '@wtpu/contract/disclosure'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { acquireContentLock } from '#db/content-lock.ts'
import { commonGroundLinePolls } from '#db/schema/common-ground.ts'
import { categories, pollOptions, polls, pollTotals } from '#db/schema/polls.ts'
import { withoutFalseOpinion } from '#features/common-ground/line/first-takers.ts'
import { describeVerdicts, type JudgedLine, judgeLine } from '#features/common-ground/line/judge-line.ts'
import { publishInvalidationOnCommit } from '#live/publish.ts'
import { addTitleWords } from '#search/words.ts'
import type { Conversation, Statement } from './read-conversation.ts'

export interface ImportOptions {
  /** Shown with each poll: what it was, with its source and licence. Identifies the conversation. */
  name: string
  category: string
  openedAt: Date
  closedAt: Date
  /** Invented, for the demo. */
  isSample?: boolean
  /** Whether to undo everything in the end. */
  isDryRun?: boolean
  /** Writes the sentence into the moderation log, in the transaction of the import, if polls were added or changed. */
  record?(tx: Db, sentence: string): Promise<unknown>
}

export interface ConversationOutcome {
  participants: number
  polls: { added: number; updated: number; unchanged: number }
  votes: number
  line: JudgedLine
  notes: string[]
}

/** The options of each poll. A pass is no opinion. */
const options = ['Agree', 'Disagree', 'Pass'] as const
/** As in the computation of the site's own line. */
const maxPollsOnLine = 500

/**
 * Makes the polls of a conversation match its files, in one transaction. Only the sums of the votes are stored, and what the line of the
 * conversation says about each poll: single ballots would serve nothing, and could be linked to people.
 */
export async function importConversation(
  db: Db,
  conversation: Conversation,
  settings: ImportOptions,
): Promise<ConversationOutcome> {
  checkSettings(settings)
  const { participants, statements, notes } = conversation
  const line = judgeLine(withoutFalseOpinion(opinionsOf(statements)))
  class DryRun extends Error {}
  let written: ConversationOutcome['polls'] & { notes: string[] } = { added: 0, updated: 0, unchanged: 0, notes: [] }
  await db
    .transaction(async (tx) => {
      written = await writePolls(tx, statements, settings)
      await writeLine(tx, statements, settings, line)
      const { added, updated } = written
      if (added + updated > 0) await settings.record?.(tx, sentenceOf(settings.name, written))
      for (const path of ['/api/polls/', '/api/common-ground/'] as const) await publishInvalidationOnCommit(tx, path)
      if (settings.isDryRun) throw new DryRun()
    })
    .catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error
    })
  const { notes: more, ...counts } = written
  const votes = statements.reduce((sum, { answers }) => sum + answers.flat().length, 0)
  return { participants, polls: counts, votes, line, notes: [...notes, ...more] }
}

const sentenceOf = (name: string, { added, updated }: ConversationOutcome['polls']) =>
  `The conversation “${name}” was imported: ${added === 1 ? '1 poll' : `${added} polls`} added, ${updated} changed.`

function checkSettings({ name, openedAt, closedAt }: ImportOptions): void {
  if (name.trim() !== name || name === '' || name.length > 200) throw new Error('The name needs 1 to 200 characters.')
  if (closedAt <= openedAt) throw new Error('A conversation ends after it begins.')
  if (closedAt > new Date()) throw new Error('Only a conversation that has ended can be imported.')
}

/** For the line: the statements with the most opinions, by their numbers, so that the same files always give the same verdicts. */
function opinionsOf(statements: readonly Statement[]) {
  return statements
    .map(({ id, answers: [agreed, disagreed, passed] }) => ({ id, opinions: [agreed, disagreed], passed }))
    .map(({ passed, ...all }) => ({ ...all, passed: passed.length, count: all.opinions.flat().length }))
    .filter(({ count }) => count >= minVotesOfPoll)
    .toSorted((a, b) => b.count - a.count || a.id - b.id)
    .slice(0, maxPollsOnLine)
    .toSorted((a, b) => a.id - b.id)
    .map(({ id, opinions, passed, count }) => ({
      id,
      options: opinions.map((voters, option) => ({ id: option, voters })),
      withoutOpinion: passed / (passed + count),
    }))
}

/** Identifies the poll of a statement when the import is repeated. */
function keyOf(name: string, statement: number): string {
  const digest = createHash('sha256').update(`${name}\n${statement}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-')
}

async function writePolls(tx: Db, statements: readonly Statement[], settings: ImportOptions) {
  // A concurrent import waits here and then finds nothing left to change.
  await acquireContentLock(tx)
  const { name, category, openedAt, closedAt, isSample = false } = settings
  const [filed] = await tx
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(sql`lower(${categories.name}) = ${category.toLowerCase()}`)
  if (!filed) throw new Error(`There is no category ${category}.`)
  const before = await findImported(tx, name)
  const facts = (statement: Statement) => ({
    question: statement.text,
    description: `Imported from ${name}. These votes were cast elsewhere and count in nothing else on this site.`,
    categoryId: filed.id,
    keywords: filed.name,
    importedFrom: name,
    isSample,
    publishedAt: openedAt,
    closesAt: closedAt,
    createdAt: openedAt,
    idempotencyKey: keyOf(name, statement.id),
  })
  const outcome = { added: 0, updated: 0, unchanged: 0, notes: new Array<string>() }
  const added: Statement[] = []
  for (const statement of statements) {
    const known = before.get(keyOf(name, statement.id))
    before.delete(keyOf(name, statement.id))
    const counts = statement.answers.map((voters) => voters.length)
    if (!known) added.push(statement)
    else if (isSame(known, facts(statement), counts)) outcome.unchanged++
    else {
      outcome.updated++
      await tx.update(polls).set(facts(statement)).where(eq(polls.id, known.id))
      for (const [position, voteCount] of counts.entries()) {
        await tx
          .update(pollOptions)
          .set({ voteCount })
          .where(sql`${pollOptions.pollId} = ${known.id} and ${pollOptions.position} = ${position}`)
      }
    }
  }
  for (const { question } of before.values()) outcome.notes.push(`No longer in the files, and kept: ${question}`)
  await insertPolls(tx, added, facts)
  await tx.execute(sql`
    update ${pollTotals} set total_votes = (select sum(vote_count) from ${pollOptions} where poll_id = ${pollTotals.pollId})
    where poll_id in (select id from ${polls} where imported_from = ${name})`)
  return { ...outcome, added: added.length }
}

async function insertPolls(
  tx: Db,
  added: readonly Statement[],
  facts: (statement: Statement) => typeof polls.$inferInsert,
): Promise<void> {
  if (added.length === 0) return
  const inserted = await tx
    .insert(polls)
    .values(added.map(facts))
    .returning({ id: polls.id, key: polls.idempotencyKey })
  const ids = new Map(inserted.map(({ id, key }) => [key, id]))
  await tx.insert(pollOptions).values(
    added.flatMap((statement) =>
      options.map((text, position) => ({
        pollId: ids.get(facts(statement).idempotencyKey ?? null) ?? 0,
        position,
        text,
        voteCount: statement.answers[position]?.length ?? 0,
        isNoOpinion: text === 'Pass',
      })),
    ),
  )
  await addTitleWords(tx, ...added.map(({ text }) => text))
}

async function findImported(tx: Db, name: string) {
  const rows = await tx
    .select({
      id: polls.id,
      key: sql<string>`${polls.idempotencyKey}`,
      question: polls.question,
      categoryId: polls.categoryId,
      publishedAt: polls.publishedAt,
      closesAt: polls.closesAt,
      counts: sql<
        number[]
      >`array(select vote_count from ${pollOptions} choice where choice.poll_id = ${sql.raw('polls.id')}
        order by position)`,
    })
    .from(polls)
    .where(eq(polls.importedFrom, name))
  return new Map(rows.map((row) => [row.key, row]))
}

type Known = Pick<typeof polls.$inferSelect, 'question' | 'categoryId' | 'publishedAt' | 'closesAt'>

const isSame = (known: Known & { counts: number[] }, now: Known, counts: number[]) =>
  known.question === now.question &&
  known.categoryId === now.categoryId &&
  known.publishedAt.getTime() === now.publishedAt.getTime() &&
  known.closesAt?.getTime() === now.closesAt?.getTime() &&
  known.counts.join() === counts.join()

/** Replaces what the line of the conversation says about its polls. */
async function writeLine(tx: Db, statements: readonly Statement[], { name }: ImportOptions, line: JudgedLine) {
  const imported = await findImported(tx, name)
  const idOf = (statement: number) => imported.get(keyOf(name, statement))?.id
  const all = [...imported.values()].map(({ id }) => id)
  await tx.delete(commonGroundLinePolls).where(inArray(commonGroundLinePolls.pollId, all))
  const rows = statements.flatMap(({ id }) => {
    const [judged, pollId] = [line.polls.get(id), idOf(id)]
    return judged && pollId !== undefined ? [{ pollId, ...judged }] : []
  })
  if (rows.length > 0) await tx.insert(commonGroundLinePolls).values(rows)
}

const wordsOfStatus: Record<JudgedLine['status'], string> = {
  too_few: 'too few votes for a line',
  no_structure: 'no structure that is clearer than chance',
  habit: 'mostly that some people agree more often, so no line',
  no_line: 'structure, but no line',
  line: 'a line',
}

export function formatConversationReport({
  participants,
  polls: counts,
  votes,
  line,
  notes,
}: ConversationOutcome): string {
  return [
    `  participants   ${participants}`,
    `  votes          ${votes}`,
    `  polls          ${counts.added} added, ${counts.updated} updated, ${counts.unchanged} unchanged`,
    `  common ground  ${wordsOfStatus[line.status]}${line.reliability === null ? '' : `, R ${line.reliability.toFixed(2)}`}`,
    ...(line.status === 'line' ? [`                 ${describeVerdicts(line)}`] : []),
    ...(notes.length > 0 ? [`  notes (${notes.length})`, ...notes.map((note) => `    ${note}`)] : []),
  ].join('\n')
}
