import type { SwaggerTransform } from '@fastify/swagger'
import type { Area, Endpoint } from '@wtpu/contract/endpoint'
import { openWords } from '@wtpu/contract/site/parts'
import type { RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { maybeSignedIn, signedIn } from '#http/auth.ts'
import { errorsOf } from './errors.ts'
import { exampleOf } from './examples.ts'
import { propertiesOf } from './json-schema.ts'
import { type ContractNames, partsWithReferences, withReferences } from './names.ts'

/** What each area of the reference is about, in its order. */
export const areas = (): Record<Area, string> => ({
  Accounts: 'Sign-in, sign-up, profiles and settings.',
  Polls: `${openWords([
    [null, 'Polls'],
    [null, 'votes'],
    [null, 'results'],
    [null, 'seals'],
    ['common-ground', 'Common Ground'],
  ])}.`,
  Politicians: `${openWords([
    [null, 'Elected officials'],
    ['ratings', 'their ratings'],
    ['walls', 'walls'],
    ['roll-calls', 'votes in Congress'],
  ])}.`,
  'Boiler Room': 'Posts, comments on them, and people to follow or mute.',
  Forums: 'Discussions with their comments, tags and categories.',
  Administration: 'Staff, featured polls, categories and the state of the site.',
  Moderation: 'Reports, the queue of moderators, appeals and the public log.',
  Notifications: 'What happened for the viewer, by mail and push too.',
  Search: 'Search of the whole site.',
  Site: 'The site itself.',
})

/** Turns a route of the contract into its entry of the reference. Other routes are hidden already. */
export const describeCall = (
  { schema, url, route }: Parameters<SwaggerTransform>[0],
  { calls, shapes }: ContractNames,
): ReturnType<SwaggerTransform> => {
  if (!isOfContract(schema)) return { schema, url }
  const { area, summary, description, params, querystring, body, response } = schema
  const files = filesOf(route)
  const guards = new Set([route.onRequest].flat())
  const needsSignIn = guards.has(signedIn)
  return {
    url,
    schema: {
      operationId: calls.get(`${route.method.toString()} ${url}`),
      summary,
      ...(description === undefined ? {} : { description }),
      tags: [area],
      security: needsSignIn ? [{ bearer: [] }] : guards.has(maybeSignedIn) ? [{}, { bearer: [] }] : [],
      ...(params ? { params: withExamples(params) } : {}),
      ...(querystring ? { querystring: withExamples(querystring) } : {}),
      ...(body ? { body: withReferences(describeBody(body, files), shapes) } : {}),
      response: {
        ...partsWithReferences(describeSuccess(response), shapes),
        ...errorsOf({
          schema,
          needsSignIn,
          isWrite: isWrite(route),
          takesFiles: files !== undefined,
          isSensitive: route.config?.sensitive,
        }),
      },
    },
  }
}

/** Suspended users cannot call it. */
function isWrite({ method, config }: RouteOptions): boolean {
  return method !== 'GET' && !config?.whileSuspended
}

function isOfContract(schema: unknown): schema is Endpoint['schema'] {
  return typeof schema === 'object' && schema !== null && 'summary' in schema && 'response' in schema
}

function filesOf(route: RouteOptions): NonNullable<Endpoint['config']>['files'] | undefined {
  const config: Partial<NonNullable<Endpoint['config']>> = route.config ?? {}
  return config.files
}

/** Fields of `params` or `querystring`. A cursor has no example, because it is opaque. */
function withExamples(schema: TSchema): TSchema {
  const properties = propertiesOf(schema).map(([name, property]) => {
    if (name === 'cursor') return [name, { ...property, description: 'The `next` of the page before.' }]
    return [name, { ...property, examples: [exampleOf(property, name)] }]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

function describeBody(body: TSchema, files: ReturnType<typeof filesOf>) {
  const examples = [exampleOf(body)]
  if (!files) return { content: { 'application/json': { schema: { ...body, examples } } } }
  const file = { type: 'string', format: 'binary' }
  const fields = Object.entries(files).map(([name, { maxCount }]) => [
    name,
    maxCount > 1 ? { type: 'array', items: file, maxItems: maxCount } : file,
  ])
  const properties = { ...Object.fromEntries(propertiesOf(body)), ...Object.fromEntries(fields) }
  return { content: { 'multipart/form-data': { schema: { ...body, properties, examples } } } }
}

function describeSuccess(response: Endpoint['schema']['response']) {
  const successes = Object.entries(response).filter(([status]) => status.startsWith('2'))
  return Object.fromEntries(successes.map(([status, schema]) => [status, describeResponse(status, schema)]))
}

/** A response with several forms has an example of each. */
function describeResponse(status: string, schema: TSchema & { anyOf?: TSchema[]; content?: object }) {
  const description = status === '201' ? 'Created.' : 'Success.'
  if (schema.content) return { ...schema, content: describeText(schema.content) }
  const forms = (schema.anyOf ?? [schema]).filter(({ type }: { type?: string }) => type !== 'null')
  const examples = Object.fromEntries(forms.map((form) => [nameOfForm(form), { value: exampleOf(form) }]))
  return { description, content: { 'application/json': { schema, examples } } }
}

/** The one text is the CSV file of a poll's totals. */
function describeText(content: object) {
  const example = 'Should the public library open on Sundays?,,\r\nOption,Votes,Percent\r\nYes,214,62.57'
  return Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...media, example }]))
}

function nameOfForm(form: TSchema & { type?: string }): string {
  const names = propertiesOf(form).map(([name]) => name)
  if (form.type === 'array') return 'list'
  return names.includes('results') ? 'page' : names.length === 1 ? names.join() : 'response'
}
