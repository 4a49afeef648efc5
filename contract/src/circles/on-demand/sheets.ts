import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../../endpoint.ts'
import { closed } from '../../closed.ts'
import { Id, IdParams, LimitedText, Nullable } from '../../schemas.ts'

/** How many sheets one call prints, and how many codes one answer names. */
export const sheetLimits = { perCall: 400, named: 100 } as const

/** The people whom sheets are printed for. No choice depends on who has answered, because that would tell it. */
export const sheetRows = ['without_address', 'refused', 'all'] as const

const Sheet = Type.Object({
  /** As people read it: "4GXR-9K2M-7QTB". */
  code: Type.String(),
  url: Type.String(),
  /** What the list says of the person. */
  name: Type.String(),
  list_id: Type.String(),
})
export type Sheet = Static<typeof Sheet>

const area = 'Administration'
const part = 'circles'
const forKeepers = 'For admins, and the keepers of the circle.'

export const printSheets = {
  method: 'POST',
  url: '/api/admin/papers/:id/sheets/print/',
  config: { sensitive: true },
  schema: {
    area,
    part,
    summary: 'Returns the links and codes of a ballot paper, to print them.',
    description: `${forKeepers} Up to ${sheetLimits.perCall} at once; \`after\` is the \`next\` of the call before. Who has a sheet can answer with it, so the public log of moderation says who printed how many. Codes of the list and links of mails stay.`,
    missing: 'Paper',
    errors: ['paper_closed', 'paper_draft'],
    params: IdParams,
    body: Type.Object({ rows: Type.Enum(sheetRows), after: Type.Optional(Id) }),
    response: { 200: Type.Object({ sheets: Type.Array(Sheet), next: Nullable(Id) }), ...failures },
  },
} satisfies Endpoint

const Entered = Type.Object({
  code: Type.String(),
  /** `waits`: for a second person. `differs`: the two entries were not the same, so both people enter the sheet again. */
  state: Type.Enum(['counted', 'waits', 'differs'] as const),
})
export type Entered = Static<typeof Entered>

export const enterSheet = {
  method: 'POST',
  url: '/api/admin/papers/:id/sheets/',
  schema: {
    area,
    part,
    summary: 'Enters a sheet that came back on paper.',
    description: `${forKeepers} Where the paper asks for two people, the sheet counts once the second has entered the same as the first. An answer that was given online stays, and the sheet does not count. Where two people enter it, only the second learns that.`,
    missing: 'Paper',
    errors: ['answered_online', 'ballot_closed', 'ballot_unknown', 'blocked', 'invalid', 'sheet_entered', 'suspended'],
    params: IdParams,
    body: Type.Object(
      {
        code: LimitedText(100, { minLength: 1 }),
        answers: Type.Array(Type.Object({ poll: Id, option: Id }, closed), { minItems: 1, maxItems: 20 }),
      },
      closed,
    ),
    response: { 200: Entered, ...failures },
  },
} satisfies Endpoint

const Sheets = Type.Object({
  questions: Type.Array(
    Type.Object({
      poll: Id,
      question: Type.String(),
      options: Type.Array(Type.Object({ id: Id, text: Type.String() })),
    }),
  ),
  /** Sheets that wait for a second person. `by_viewer`: those of them that somebody else has to enter. */
  waiting: Type.Integer(),
  by_viewer: Type.Integer(),
  /** Sheets that two people entered differently, so that both enter them again: the code, or the person of a row with a code of the list. */
  different: Type.Array(Type.String()),
})
export type Sheets = Static<typeof Sheets>

export const listSheets = {
  method: 'GET',
  url: '/api/admin/papers/:id/sheets/',
  schema: {
    area,
    part,
    summary: 'Returns the questions of a ballot paper, and the sheets that are not counted.',
    description: `${forKeepers} Says nothing of what was entered.`,
    missing: 'Paper',
    params: IdParams,
    response: { 200: Sheets, ...failures },
  },
} satisfies Endpoint
