import type { Endpoint } from '@wtpu/contract/endpoint'
import { partOfPath } from '@wtpu/contract/site/on-demand/find-page'
import { partOfCall } from '@wtpu/contract/site/on-demand/part-facts'
import type { PartName } from '@wtpu/contract/site/part-names'
import { isOn } from '@wtpu/contract/site/parts'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { ApiError } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The parts of the site that calls belong to, by method and URL. */
    partsOfCalls: Map<string, PartName>
  }
}

/** The part of the site that a route goes off with: a call names it, and everything else has it by its path. */
export function partOfRoute({ url, schema }: Pick<RouteOptions, 'url' | 'schema'>): PartName | null | undefined {
  return isCall(schema) ? partOfCall(schema) : partOfPath(url)
}

const isCall = (schema: unknown): schema is Endpoint['schema'] =>
  typeof schema === 'object' && schema !== null && 'area' in schema

/** Routes of parts that are off answer 404, before anything that is in memory is sent. */
export function closePartsThatAreOff(app: FastifyInstance): void {
  const partsOfCalls = new Map<string, PartName>()
  app.decorate('partsOfCalls', partsOfCalls)
  app.addHook('onRoute', (route) => {
    const part = partOfRoute(route)
    if (!part) return
    const check = (_request: unknown, _reply: unknown, done: (error?: Error) => void) =>
      done(isOn(part) ? undefined : new ApiError('part_off'))
    route.onRequest = [check, ...[route.onRequest ?? []].flat()]
    for (const method of [route.method].flat()) partsOfCalls.set(keyOf(method, route.url), part)
  })
}

/** Whether a call belongs to a part that is on, or to none. Its parameters are written as `:id`, `{id}` or `$id`. */
export const isOpenCall = ({ partsOfCalls }: FastifyInstance, method: string, url: string): boolean =>
  isOn(partsOfCalls.get(keyOf(method, url)))

const keyOf = (method: string, url: string) =>
  `${method.toUpperCase()} ${url.split('?')[0]?.replaceAll(/:\w+|\$\w+|\{\w+\}/g, ':')}`
