import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'

export const setupLinkHours = 24
/** Wrong tokens that end a link. */
export const setupLinkTries = 20

/** The link that the first start prints. Its token is after the #, so that no server and no log sees it before it is sent. */
export const claimSite = {
  method: 'POST',
  url: '/api/setup/',
  schema: {
    area: 'Administration',
    summary: 'Makes the account the first admin of the site.',
    description: `For who starts the site: with the token of the link that the server prints while there is no admin. It works once, for ${setupLinkHours} hours.`,
    errors: ['setup_link_ended'],
    body: Type.Object({ token: Type.String({ maxLength: 100 }) }),
    response: { 200: Type.Object({ role: Type.Literal('admin') }), ...failures },
  },
} satisfies Endpoint
