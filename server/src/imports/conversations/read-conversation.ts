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
  const { participants, answers, signs } = await readMatrix(files.votes)
  onProgress(`Reading ${files.statements}`)
  const texts = await readTexts(files.statements)
  checkSigns(signs, files.votes, files.votes)
  checkSigns(compareCounts(texts, answers), files.votes, files.statements)
  const notes: string[] = []
  const statements: Statement[] = []
  for (const [id, found] of [...answers].toSorted(([a], [b]) => a - b)) {
    const text = texts.get(id)
    if (text === undefined) throw new Error(`${files.statements} has no statement ${id}, which ${files.votes} has.`)
    if (text.isRejected) notes.push(`Statement ${id} was left out, because the moderators rejected it.`)
    else if (found.every((voters) => voters.length === 0)) notes.push(`Statement ${id} was left out: it has no votes.`)
    else statements.push({ id, text: text.read(), answers: found })
  }
  if (statements.length === 0) throw new Error(`${files.votes} has no votes on statements.`)
  return { participants, statements, notes }
}

/** Reads a row for each participant, with a column for each statement: 1 agrees, -1 disagrees, 0 passes, empty is no vote. */
export async function readMatrix(
  file: string,
): Promise<{ participants: number; answers: Map<number, Answers>; signs: Signs }> {
  const answers = new Map<number, Answers>()
  const signs: Signs = { asRead: 0, exchanged: 0 }
  const seen = new Set<string>()
  for await (const row of readCsv(file, ['participant'])) {
    const participant = row.text('participant')
    if (participant === '') throw row.fail('participant', 'is empty')
    if (seen.has(participant)) throw row.fail('participant', `has ${participant} a second time`)
    if (seen.size === maxParticipants) throw row.fail('participant', `is beyond the limit of ${maxParticipants} rows`)
    if (seen.size === 0) for (const id of statementsOf(row)) answers.set(id, [[], [], []])
    seen.add(participant)
    let [agrees, disagrees] = [0, 0]
    for (const [id, [agreed, disagreed, passed]] of answers) {
      const column = String(id)
      if (row.text(column) === '') continue
      const vote = row.integer(column, { min: -1, max: 1 })
      const chosen = vote === 1 ? agreed : vote === -1 ? disagreed : passed
      chosen.push(seen.size)
      if (vote === 1) agrees++
      if (vote === -1) disagrees++
    }
    addCounts(signs, [agrees, disagrees], [countIn(row, 'n-agree'), countIn(row, 'n-disagree')])
  }
  if (seen.size === 0) throw new Error(`${file} has no participants.`)
  return { participants: seen.size, answers, signs }
}

/** How far the counts that a file states are from its votes, and from votes with agree and disagree exchanged. */
interface Signs {
  asRead: number
  exchanged: number
}

function addCounts(signs: Signs, [agreed, disagreed]: [number, number], [agrees, disagrees]: [number, number]): void {
  // Files need not have the counts.
  if (Number.isNaN(agrees + disagrees)) return
  signs.asRead += Math.abs(agreed - agrees) + Math.abs(disagreed - disagrees)
  signs.exchanged += Math.abs(agreed - disagrees) + Math.abs(disagreed - agrees)
}

const countIn = (row: Row, column: string) => Number(row.text(column) || Number.NaN)

function compareCounts(texts: ReadonlyMap<number, Text>, answers: ReadonlyMap<number, Answers>): Signs {
  const signs: Signs = { asRead: 0, exchanged: 0 }
  for (const [id, { counts }] of texts) {
    const [agreed, disagreed] = answers.get(id) ?? []
    if (agreed && disagreed) addCounts(signs, [agreed.length, disagreed.length], counts)
  }
  return signs
}

/** Counts may be older or younger than the votes, so only a clearly better fit counts. */
function checkSigns({ asRead, exchanged }: Signs, votes: string, counts: string): void {
  if (asRead <= 2 * exchanged) return
  throw new Error(
    `${votes}: agree and disagree seem to be exchanged. The counts of ${counts} fit the votes far better if 1 means disagree and -1 agree. In this file 1 must mean agree, and -1 disagree.`,
  )
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
  /** Only a statement with votes needs a text that can be shown. @throws Error */
  read(): string
  isRejected: boolean
  /** How many agreed and disagreed. NaN if the file does not say it. */
  counts: [agrees: number, disagrees: number]
}

async function readTexts(file: string): Promise<Map<number, Text>> {
  const texts = new Map<number, Text>()
  for await (const row of readCsv(file, ['comment-id', 'comment-body'])) {
    const id = row.integer('comment-id', { min: 0, max: maxId })
    if (texts.has(id)) throw row.fail('comment-id', `has ${id} a second time`)
    texts.set(id, {
      read: () => readBody(row),
      isRejected: /^-1(\.0)?$/.test(row.text('moderated')),
      counts: [countIn(row, 'agrees'), countIn(row, 'disagrees')],
    })
  }
  return texts
}

function readBody(row: Row): string {
  const text = row.text('comment-body')
  if (text === '') throw row.fail('comment-body', 'is empty')
  if (text.length > maxTextLength) throw row.fail('comment-body', `is longer than ${maxTextLength} characters`)
  return text
}
