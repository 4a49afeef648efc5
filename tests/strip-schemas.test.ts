import { expect, test } from 'vitest'
import { withoutSchemas } from '../web/vite-strip-schemas.ts'

test('removes the schemas of an endpoint, and keeps what the browser needs', () => {
  const code = `
    import { Type } from 'typebox'
    import { failures, IdParams } from '../schemas.ts'
    import { maxCount } from './files.ts'
    const Body = Type.Object({ text: Type.String({ maxLength: limit }) })
    export const postText = {
      method: 'POST',
      url: '/api/texts/:id/',
      schema: { summary: 'Posts a text.', errors: ['not_found'], params: IdParams, body: Body, response: { 200: Type.Array(Body), ...failures } },
      config: { files: { image: { maxCount } } },
    }`
  expect(withoutSchemas(code).replace(/\s+/g, ' ').trim()).toBe(
    "import { maxCount } from './files.ts' const Body = {} export const postText = { method: 'POST', url: '/api/texts/:id/', config: { files: { image: { maxCount } } }, }",
  )
})

test('keeps code that builds no schema', () => {
  const code = "export const parse = (text) => ({ schema: text.split(','), type: Types.of(text) })"
  expect(withoutSchemas(code)).toBe(code)
})
