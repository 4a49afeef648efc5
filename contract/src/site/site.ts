import { Type } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'

/** The server checks the code and logs the attempt. */
export const enterSite = {
  method: 'POST',
  url: '/api/site-access/',
  schema: {
    area: 'Site',
    summary: 'Checks the access code of the site.',
    description: 'A wrong code returns 200 with `granted: false`.',
    body: Type.Object({ code: Type.String({ maxLength: 200 }) }),
    response: { 200: Type.Object({ granted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** A page reports this many errors until it is loaded again. Later ones are usually consequences of the first. */
export const maxErrorReports = 5

/** Errors may be collected for diagnostics. The server masks what a message quotes. */
export const reportError = {
  method: 'POST',
  url: '/api/error-reports/',
  schema: {
    area: 'Site',
    summary: "Reports an error in the site's own scripts.",
    description: 'Sent by browsers. It says nothing about the person: `page` is a route, not a URL.',
    body: Type.Object({
      page: Type.String({ maxLength: 100 }),
      name: Type.String({ maxLength: 100 }),
      message: Type.String({ maxLength: 500 }),
      /** Places in the site's own scripts, the innermost first: `/assets/common-BbUyBFwN.js:1:230`. */
      places: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10 }),
    }),
    response: { 200: Type.Object({ logged: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
