import { Type } from 'typebox'
import type { Endpoint } from './endpoint.ts'
import { failures } from './errors.ts'

/** Specification 2, site gate. The server checks the code and logs the attempt (decision 1). */
export const enterSite = {
  method: 'POST',
  url: '/api/site-access/',
  schema: {
    body: Type.Object({ code: Type.String({ maxLength: 200 }) }),
    response: { 200: Type.Object({ granted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
