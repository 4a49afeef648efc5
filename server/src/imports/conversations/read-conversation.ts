import { type Row, readCsv } from '#imports/csv.ts'

/** Two files as Polis exports them: participants and how they voted on each statement, and the statements. */
export interface ConversationFiles {
  votes: string
  statements: string
}

/** The participants, by their row, who agreed with a statement, who disagreed and who passed. */
export type Answers = [agreed: number[], disagreed: number[], passed: number[]]

export interface Statement {
  /** The number that both files give it. */
  id: number
  text: string
  answers: Answers
}

export interface Conversation {
  participants: number
  /** Those with votes, in the order of their numbers. */
  statements: Statement[]
  notes: string[]
}

const maxParticipants = 100_000
const maxStatements = 2_000
const maxTextLength = 1_000
const maxId = 2_147_483_647

/** Reads and checks both files before anything is written. */
export async function readConversation(
  files: ConversationFiles,
  onProgress: (line: string) => void = () => undefined,
): Promise<Conversation> {
  onProgress(`Reading ${files.votes}`)
  const { participants, answers } = await readMatrix(files.votes)
  onProgress(`Reading ${files.statements}`)
  const texts = await readTexts(files.statements)
  const notes: string[] = []
  const statements: Statement[] = []
  for (const [id, found] of [...answers].toSorted(([a], [b]) => a - b)) {
    const text = texts.get(id)
    if (text === undefined) throw new Error(`${files.statements} has no statement ${id}, which ${files.votes} has.`)
    if (text.isRejected) notes.push(`Statement ${id} was left out, because the moderators rejected it.`)
    else if (found.every((voters) => voters.length === 0)) notes.push(`Statement ${id} was left out: it has no votes.`)
    else statements.push({ id, text: text.text, answers: found })
  }
  if (statements.length === 0) throw new Error(`${files.votes} has no votes on statements.`)
  return { participants, statements, notes }
}

/** Reads a row for each participant, with a column for each statement: 1 agrees, -1 disagrees, 0 passes, empty is no vote. */
export async function readMatrix(file: string): Promise<{ participants: number; answers: Map<number, Answers> }> {
  const answers = new Map<number, Answers>()
  const seen = new Set<string>()
  for await (const row of readCsv(file, ['participant'])) {
    const participant = row.text('participant')
    if (participant === '') throw row.fail('participant', 'is empty')
    if (seen.has(participant)) throw row.fail('participant', `has ${participant} a second time`)
    if (seen.size === maxParticipants) throw row.fail('participant', `is beyond the limit of ${maxParticipants} rows`)
    if (seen.size === 0) for (const id of statementsOf(row)) answers.set(id, [[], [], []])
    seen.add(participant)
    for (const [id, [agreed, disagreed, passed]] of answers) {
      const column = String(id)
      if (row.text(column) === '') continue
      const vote = row.integer(column, { min: -1, max: 1 })
      const chosen = vote === 1 ? agreed : vote === -1 ? disagreed : passed
      chosen.push(seen.size)
    }
  }
  if (seen.size === 0) throw new Error(`${file} has no participants.`)
  return { participants: seen.size, answers }
}

/** The columns that are named by a number. */
function statementsOf(row: Row): number[] {
  const names = row.columns.filter((column) => /^(0|[1-9]\d*)$/.test(column))
  if (names.length === 0) throw row.fail('participant', 'is not followed by columns that are numbers of statements')
  if (names.length > maxStatements)
    throw row.fail(names[maxStatements] ?? '', `is beyond the limit of ${maxStatements} statements`)
  const tooLarge = names.find((name) => Number(name) > maxId)
  if (tooLarge !== undefined) throw row.fail(tooLarge, 'is not the number of a statement')
  return names.map(Number)
}

interface Text {
  text: string
  isRejected: boolean
}

async function readTexts(file: string): Promise<Map<number, Text>> {
  const texts = new Map<number, Text>()
  for await (const row of readCsv(file, ['comment-id', 'comment-body'])) {
    const id = row.integer('comment-id', { min: 0, max: maxId })
    if (texts.has(id)) throw row.fail('comment-id', `has ${id} a second time`)
    const text = row.text('comment-body')
    if (text === '') throw row.fail('comment-body', 'is empty')
    if (text.length > maxTextLength) throw row.fail('comment-body', `is longer than ${maxTextLength} characters`)
    texts.set(id, { text, isRejected: row.text('moderated') === '-1' })
  }
  return texts
}
