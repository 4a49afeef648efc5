import type { TestApp } from './test-app.ts'

type Schema = { enum?: string[]; const?: string; anyOf?: Schema[] }
type Operation = { parameters?: { name: string; in: string; required?: boolean; schema: Schema }[] }

/** Every address that answers to GET, with the ids of a poll and an official, and each order of the lists of polls. */
export function addresses(t: TestApp, pollId: number, officialId: number, voterId: number): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- OpenAPI, written by the swagger plugin
  const paths = t.app.swagger().paths as Record<string, Record<string, Operation>>
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    methods['get'] ? [[path, methods['get']] as const] : [],
  )
  // The times of a curve, and the size of the database.
  const moving = new Set(['/api/politicians/{id}/rating_history/', '/api/admin/state/'])
  const steady = calls.filter(([path]) => !moving.has(path))
  const firstOf = ({ enum: values, const: only, anyOf = [] }: Schema): string | undefined =>
    values?.[0] ?? only ?? anyOf.map(firstOf).find(Boolean)
  const filled = steady.map(([path, { parameters = [] }]) => {
    const ids = path.startsWith('/api/politicians/') ? officialId : /people|user/.test(path) ? voterId : pollId
    const url = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
      const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema ?? {}
      return String(firstOf(schema) ?? ids)
    })
    const query = parameters.flatMap((one) =>
      one.in === 'query' && one.required ? [`${one.name}=${String(firstOf(one.schema) ?? officialId)}`] : [],
    )
    return query.length > 0 ? `${url}?${query.join('&')}` : url
  })
  const list = ['newest', 'oldest', 'most_votes', 'ending_soon'].flatMap((sort) =>
    ['', '&filter=trending', '&filter=live', '&q=Secret'].map((more) => `/api/polls/?sort=${sort}${more}`),
  )
  const tabs = ['featured', 'trending', 'recent', 'ending_soon', 'politician', 'live'].map(
    (tab) => `/api/polls/?filter=${tab}`,
  )
  const files = [
    '/feeds/polls.atom',
    `/feeds/politicians/${officialId}.atom`,
    `/share/polls/${pollId}.png`,
    `/embed/polls/${pollId}`,
  ]
  return [
    ...filled,
    ...list,
    ...tabs,
    ...files,
    '/api/search/?q=Secret',
    `/api/oembed?url=http://localhost:3000/results/${pollId}`,
  ]
}
