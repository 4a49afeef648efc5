import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, LimitedText } from '../schemas.ts'
import { sentenceMaxLength } from './cases.ts'

export const appealMaxLength = 1_000

export const createAppeal = {
  method: 'POST',
  url: '/api/moderation/actions/:id/appeal/',
  schema: {
    area: 'Moderation',
    summary: "Appeals against a decision about the viewer's content or account.",
    description: 'Once for each decision. Another moderator decides.',
    missing: 'Decision',
    errors: ['already_appealed', 'already_undone', 'appeal_too_late'],
    params: IdParams,
    body: Type.Object({ text: LimitedText(appealMaxLength) }),
    response: { 201: Type.Object({ id: Id }), ...failures },
  },
} satisfies Endpoint

/**
 * The page that the mail about a block links to, because a blocked user cannot sign in. Browsers send no fragment, so that the
 * token is in no log.
 */
export const appealPath = (token: string): string => `/appeal#${token}`

export const createAppealByLink = {
  method: 'POST',
  url: '/api/moderation/appeals/',
  schema: {
    area: 'Moderation',
    summary: 'Appeals against a block, with the link of the mail about it.',
    description: 'Public: `token` is the end of that link. A blocked user cannot sign in.',
    missing: 'Appeal',
    errors: ['already_appealed', 'already_undone', 'appeal_too_late'],
    body: Type.Object({
      token: Type.String({ maxLength: 100 }),
      text: LimitedText(appealMaxLength),
    }),
    response: { 201: Type.Object({ id: Id }), ...failures },
  },
} satisfies Endpoint

export const decideAppeal = {
  method: 'POST',
  url: '/api/moderation/appeals/:id/decision/',
  schema: {
    area: 'Moderation',
    summary: 'Grants or rejects an appeal, with an answer.',
    description:
      'For moderators. A granted appeal undoes the decision. Nobody decides on an appeal against their own, or about what they reported, as long as another moderator can.',
    missing: 'Appeal',
    errors: ['already_decided', 'own_case'],
    params: IdParams,
    body: Type.Object({ granted: Type.Boolean(), answer: LimitedText(sentenceMaxLength) }),
    response: { 200: Type.Object({ granted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
