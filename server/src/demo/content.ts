import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ReportReason } from '@wtpu/contract/moderation/reports'
import { maxQueued } from '@wtpu/contract/polls/on-demand/question-queue'
import { rollCallCategories } from '@wtpu/contract/roll-call-categories'
import { Nullable } from '@wtpu/contract/schemas'
import { type Static, type TSchema, Type, type TProperties } from 'typebox'
import { checkRecord, parseText } from '#imports/parse-records.ts'

const contentFolder = path.resolve(import.meta.dirname, '../../demo/content')

/** Rejects fields with other names, because a misspelled one would have no effect. */
const Fields = <P extends TProperties>(properties: P) => Type.Object(properties, { additionalProperties: false })

const Text = Type.String({ minLength: 1 })
/** Before the demo is added. */
const Hours = Type.Number()
const Count = Type.Integer({ minimum: 0 })

const Step = Fields({ question: Text, category: Type.Enum(rollCallCategories), passed: Text, failed: Text })

const SamplePoll = Fields({
  question: Text,
  description: Type.Optional(Text),
  category: Text,
  about: Type.Optional(Count),
  congress: Type.Optional(
    Fields({ act: Text, yea: Text, nay: Text, demo: Type.Optional(Type.Enum(['yea', 'nay'] as const)) }),
  ),
  publishedHoursAgo: Hours,
  closesInHours: Nullable(Hours),
  votes: Count,
  groups: Type.Optional(Type.Enum(['agree', 'divide'] as const)),
  featured: Type.Optional(Type.Literal(true)),
  questionDay: Type.Optional(Type.Integer({ minimum: -1, maximum: maxQueued })),
  options: Type.Record(Type.String(), Count, { minProperties: 2 }),
})
export type SamplePoll = Static<typeof SamplePoll>

const SamplePost = Fields({
  by: Text,
  hoursAgo: Hours,
  likes: Count,
  text: Text,
  image: Type.Optional(Fields({ drawing: Type.String({ pattern: '^[a-z-]+$' }), alt: Text })),
  comments: Type.Optional(Type.Array(Fields({ by: Text, text: Text }))),
})
export type SamplePost = Static<typeof SamplePost>

const SampleComment = Type.Cyclic(
  {
    SampleComment: Fields({
      by: Text,
      text: Text,
      before: Type.Optional(Text),
      pinned: Type.Optional(Type.Literal(true)),
      deleted: Type.Optional(Type.Literal(true)),
      removedFor: Type.Optional(Text),
      replies: Type.Optional(Type.Array(Type.Ref('SampleComment'))),
    }),
  },
  'SampleComment',
)
export type SampleComment = Static<typeof SampleComment>

const SampleDiscussion = Fields({
  title: Text,
  by: Text,
  category: Text,
  tags: Type.Array(Text),
  hoursAgo: Hours,
  lastCommentHoursAgo: Hours,
  demoVisitHoursAgo: Type.Optional(Hours),
  likes: Count,
  views: Count,
  lockedFor: Type.Optional(Text),
  description: Text,
  before: Type.Optional(Fields({ title: Text, description: Text })),
  comments: Type.Array(SampleComment),
})
export type SampleDiscussion = Static<typeof SampleDiscussion>

const SampleConversation = Fields({
  name: Text,
  category: Text,
  openedHoursAgo: Hours,
  closedHoursAgo: Hours,
  participants: Count,
  turnout: Type.Tuple([Count, Count]),
  statements: Type.Array(Fields({ text: Text, slope: Type.Number(), constant: Type.Number() })),
})

const SamplePaper = Fields({
  title: Text,
  introduction: Text,
  category: Text,
  sentHoursAgo: Hours,
  closesInHours: Hours,
  quorumPercent: Count,
  showsTurnout: Type.Optional(Type.Literal(true)),
  changeable: Type.Optional(Type.Literal(true)),
  answered: Count,
  questions: Type.Array(
    Fields({ question: Text, options: Type.Record(Type.String(), Type.Array(Count), { minProperties: 2 }) }),
  ),
})
export type SamplePaper = Static<typeof SamplePaper>

const SampleCircle = Fields({
  name: Text,
  groups: Type.Record(Type.String(), Count),
  papers: Type.Array(SamplePaper),
})

const People = Fields({
  named: Type.Array(Fields({ first: Text, last: Text, state: Text, bio: Text })),
  firstNames: Text,
  lastNames: Text,
})
const Officials = Fields({
  named: Type.Array(Text),
  women: Type.Array(Text),
  men: Type.Array(Text),
  surnames: Fields({ starts: Type.Array(Text), ends: Type.Array(Text) }),
})
const Texts = Type.Array(Type.String())
const Look = Fields({
  hair: Type.Array(Fields({ back: Type.String(), front: Text })),
  beards: Texts,
  clothes: Texts,
})
const Portraits = Fields({
  backgrounds: Texts,
  skins: Type.Array(Fields({ skin: Text, shade: Text, lip: Text, hair: Texts })),
  greys: Texts,
  coats: Type.Array(Fields({ coat: Text, fold: Text })),
  shirts: Texts,
  accents: Texts,
  faces: Texts,
  brows: Texts,
  eyes: Texts,
  noses: Texts,
  mouths: Texts,
  glasses: Texts,
  lines: Text,
  women: Look,
  men: Look,
})
const RollCalls = Fields({ acts: Type.Array(Text), steps: Type.Array(Step), nomination: Step })
const Moderation = Fields({
  samples: Type.Array(
    Fields({
      text: Text,
      reason: ReportReason,
      note: Type.Optional(Text),
      action: Type.Enum(['remove', 'keep', 'warn'] as const),
      rule: Type.Optional(Count),
      sentence: Text,
    }),
  ),
  appeals: Type.Array(Fields({ text: Text, granted: Type.Optional(Type.Boolean()), answer: Type.Optional(Text) })),
})

export type Content = Awaited<ReturnType<typeof readContent>>

/** @throws Error that names the file if one is missing or not as expected */
export async function readContent(folder = contentFolder) {
  const posts = await readYaml(folder, 'posts', Type.Array(SamplePost))
  /** SVG documents by the names that posts give. */
  const drawings = new Map<string, string>()
  for (const { image } of posts) {
    if (image) drawings.set(image.drawing, await readText(path.join(folder, `drawings/${image.drawing}.svg`)))
  }
  return {
    people: await readYaml(folder, 'people', People),
    officials: await readYaml(folder, 'officials', Officials),
    portraits: await readYaml(folder, 'portraits', Portraits),
    rollCalls: await readYaml(folder, 'roll-calls', RollCalls),
    walls: await readYaml(folder, 'walls', Type.Array(Text)),
    polls: await readPolls(folder),
    circle: await readYaml(folder, 'circle', SampleCircle),
    conversation: await readYaml(folder, 'conversation', SampleConversation),
    discussions: await readYaml(folder, 'discussions', Type.Array(SampleDiscussion)),
    moderation: await readYaml(folder, 'moderation', Moderation),
    posts,
    drawings,
  }
}

export const readPolls = (folder = contentFolder): Promise<SamplePoll[]> =>
  readYaml(folder, 'polls', Type.Array(SamplePoll))

async function readYaml<S extends TSchema>(folder: string, name: string, schema: S): Promise<Static<S>> {
  const file = path.join(folder, `${name}.yaml`)
  return checkRecord(schema, await parseText(await readText(file), file), file)
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The content of the demo is incomplete: ${file} cannot be read: ${reason}`, { cause: error })
  }
}
