import type { ReportKind, ReportReason } from '@wtpu/contract/moderation/reports'
import type { Party } from '@wtpu/contract/politicians'
import { asc, eq, ne } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { posts } from '#db/schema/boiler-room.ts'
import { comments } from '#db/schema/community.ts'
import { discussions } from '#db/schema/forums.ts'
import { appeals, moderationActions, moderationCases, reports, severities } from '#db/schema/moderation.ts'
import { removal, restoration } from '#db/visibility.ts'
import { moderatorUsername, type SampleUser } from './people.ts'
import { seededRandom } from './random.ts'

const hour = 60 * 60_000
const day = 24 * hour

type Reason = Exclude<ReportReason, 'illegal'>

/** What people wrote and why it was reported; the rule and sentence of those who removed or kept it. */
interface Sample {
  text: string
  reason: Reason
  note?: string
  action: 'remove' | 'keep' | 'warn'
  rule: number | null
  sentence: string
}

const samples: Sample[] = [
  {
    text: 'Cheap watches, free shipping! Only today at watches.example.',
    reason: 'spam',
    action: 'remove',
    rule: 7,
    sentence: 'Advertising has no place here.',
  },
  {
    text: 'Everyone who still defends this vote is an idiot.',
    reason: 'harassment',
    note: 'This is the third insult today.',
    action: 'remove',
    rule: 1,
    sentence: 'You can say that the vote was wrong without insulting those who disagree.',
  },
  {
    text: 'You can vote by text message this year. Pass it on.',
    reason: 'voting_misinformation',
    note: 'Nobody can vote by text message.',
    action: 'remove',
    rule: 3,
    sentence: 'No state takes votes by text message. The office of your county says how you can vote.',
  },
  {
    text: 'We know which street you live on. See you on Sunday.',
    reason: 'private_information',
    action: 'remove',
    rule: 5,
    sentence: 'Homes of officials and their families are off limits.',
  },
  {
    text: 'I have never read such nonsense as this bill.',
    reason: 'harassment',
    action: 'keep',
    rule: null,
    sentence: 'This is about the bill, not about a person.',
  },
  {
    text: 'Your party ruined this state, and you know it.',
    reason: 'hate',
    action: 'keep',
    rule: null,
    sentence: 'Criticism of a party is allowed, also when it is blunt.',
  },
  {
    text: 'Answer the question or admit that you have no answer.',
    reason: 'other',
    note: 'Very rude.',
    action: 'warn',
    rule: 1,
    sentence: 'Please ask once more, without the tone.',
  },
]

const openCount = 12
const closedCount = 30

interface Context {
  /** Who decided. */
  admin: SampleUser
  officials: { id: number; party: Party }[]
  people: SampleUser[]
  now: Date
}

/** Inserts cases of moderation: open ones, decided ones with their log, and appeals. */
export async function insertModeration(tx: Db, { admin, officials, people: all, now }: Context): Promise<void> {
  const random = seededRandom(9)
  // She decides, so that the admin can decide on the appeals, and is neither author nor reporter.
  const moderator = all.find(({ username }) => username === moderatorUsername) ?? admin
  const people = all.filter((user) => user !== moderator)
  // Walls that have comments, of the two parties whose figures are compared.
  const walls = officials.filter(({ party }, index) => index % 3 === 0 && party !== 'I')
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const writeComment = async (index: number, sample: Sample, createdAt: Date, isRemoved: boolean) => {
    const [author] = random.sample(people, 1)
    if (!author) throw new Error('The demo has no people.')
    const [comment] = await tx
      .insert(comments)
      .values({
        politicianId: walls[index % walls.length]?.id,
        userId: author.id,
        text: sample.text,
        createdAt,
        ...(isRemoved && removal(sample.sentence)),
      })
      .returning({ id: comments.id })
    return { kind: 'comment' as const, contentId: comment?.id ?? 0, authorId: author.id }
  }
  const openCase = async (
    subject: { kind: ReportKind; contentId: number; authorId: number },
    { reason, note = '' }: Pick<Sample, 'reason' | 'note'>,
    { openedAt, closedAt, count }: { openedAt: Date; closedAt?: Date; count: number },
  ) => {
    const [opened] = await tx
      .insert(moderationCases)
      .values({
        ...subject,
        openedAt,
        closedAt,
        reportCount: count,
        establishedCount: count,
        severity: severities[reason],
      })
      .returning({ id: moderationCases.id })
    const reporters = random.sample(
      people.filter(({ id }) => id !== subject.authorId),
      count,
    )
    return reporters.map(({ id }, index) => ({
      caseId: opened?.id ?? 0,
      reporterId: id,
      reason,
      note: index === 0 ? note : '',
      network: `demo ${id}`,
      established: true,
      createdAt: new Date(openedAt.getTime() + index * 60_000),
    }))
  }

  const decided = []
  for (let index = 0; index < closedCount; index++) {
    const sample = samples[index % samples.length]
    if (!sample) continue
    const { action, rule, sentence } = sample
    const openedAt = ago((90 - index * 3) * day + random.between(0, 20) * hour)
    const closedAt = new Date(openedAt.getTime() + random.between(1, 30) * hour)
    const subject = await writeComment(index, sample, new Date(openedAt.getTime() - hour), action === 'remove')
    const filed = await openCase(subject, sample, { openedAt, closedAt, count: random.between(1, 3) })
    const about = { subjectKind: subject.kind, subjectId: subject.contentId, userId: subject.authorId }
    const actor = { actor: moderator.username, actorId: moderator.id }
    const [made] = await tx
      .insert(moderationActions)
      .values({ ...actor, ...about, action, rule, reason: sentence, createdAt: closedAt })
      .returning({ id: moderationActions.id })
    const decision = { ...about, id: made?.id ?? 0, action, createdAt: closedAt }
    await tx.insert(reports).values(filed.map((report) => ({ ...report, decidedBy: decision.id })))
    decided.push(decision)
  }
  await insertAppeals(
    tx,
    admin,
    decided.filter(({ action, createdAt }) => action !== 'keep' && createdAt > ago(25 * day)),
  )

  const others = [
    ...(await tx
      .select({ id: posts.id, authorId: posts.userId })
      .from(posts)
      .where(ne(posts.userId, admin.id))
      .orderBy(asc(posts.id))
      .limit(3)
      .then((rows) => rows.map((row) => ({ ...row, kind: 'post' as const })))),
    ...(await tx
      .select({ id: discussions.id, authorId: discussions.userId })
      .from(discussions)
      .orderBy(asc(discussions.id))
      .limit(2)
      .then((rows) => rows.map((row) => ({ ...row, kind: 'discussion' as const })))),
    ...people.slice(0, 1).map(({ id }) => ({ id, authorId: id, kind: 'user' as const })),
  ]
  for (let index = 0; index < openCount; index++) {
    const sample = samples[index % samples.length]
    if (!sample) continue
    // Older than a day, so that the comments do not affect trending.
    const openedAt = ago(random.between(30, 70) * hour)
    const other = others[index]
    const subject = other
      ? { kind: other.kind, contentId: other.id, authorId: other.authorId }
      : await writeComment(index, sample, new Date(openedAt.getTime() - hour), false)
    const filed = await openCase(subject, sample, { openedAt, count: random.between(1, 2) })
    await tx.insert(reports).values(filed)
  }
}

const appealTexts = [
  'It was meant as a joke. I will say it differently next time.',
  'I quoted somebody else, and the quotation marks were lost.',
  'I do not see what is wrong with it. Others say worse.',
  'My account was open on a computer in the library. I did not write this.',
]

/** Two are open, one was granted and its decision undone, one was not granted. */
async function insertAppeals(
  tx: Db,
  admin: SampleUser,
  decided: Pick<
    typeof moderationActions.$inferSelect,
    'id' | 'action' | 'subjectKind' | 'subjectId' | 'userId' | 'createdAt'
  >[],
): Promise<void> {
  for (const [index, text] of appealTexts.entries()) {
    const decision = decided[index]
    if (!decision || decision.userId === null) throw new Error('The demo has too few decisions for its appeals.')
    const { id: actionId, userId, subjectKind, subjectId } = decision
    const createdAt = new Date(decision.createdAt.getTime() + hour)
    const decidedAt = new Date(createdAt.getTime() + hour)
    const granted = index === 2 ? true : index === 3 ? false : undefined
    const answer = granted ? 'You are right, and we have undone it.' : 'We looked again, and the rule is clear.'
    const outcome = granted === undefined ? {} : { decidedAt, decidedBy: admin.id, granted, answer }
    await tx.insert(appeals).values({ actionId, userId, text, createdAt, ...outcome })
    if (!granted) continue
    const undo = { action: 'undo', undoes: actionId, subjectKind, subjectId, userId, createdAt: decidedAt } as const
    await tx.insert(moderationActions).values({ ...undo, actor: admin.username, actorId: admin.id, reason: answer })
    await tx.update(comments).set(restoration).where(eq(comments.id, subjectId))
  }
}
