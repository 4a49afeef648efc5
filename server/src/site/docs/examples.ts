import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { overrides } from './example-overrides.ts'
import { exampleValues, newContentValues, parentNames } from './example-values.ts'
import type { JsonSchema } from './json-schema.ts'

interface Place {
  /** What the fields describe, such as "polls" or "author". */
  parent: string
  name: string
  /** In an array. */
  index?: number
  /** Names of the arrays around it, so that a tree ends. */
  inside?: string[]
  /** In a response to a call that created it. */
  isNew?: boolean
}

/** Optional fields that only some responses contain. */
const leftOut = new Set(['corrected', 'path', 'show_email', 'snippet', 'matched_comment'])
/** Arrays of which one element says too little. */
const lengths: Record<string, number> = { options: 2, timeline: 2, votes: 2, parties: 3, offices: 3 }

/** An example of a part of a call, always the same. `part` is "body", "200" or the name of a parameter. */
export function exampleOf(schema: TSchema, { call, part }: { call: string; part: string }): unknown {
  const override = overrides[`${call} ${part}`]
  if (override !== undefined) return override
  const isWhole = part === 'body' || /^\d+$/.test(part)
  return valueOf(schema, {
    // A parameter of the path belongs to what stands before it.
    parent: parentOf(call.includes(`/:${part}/`) ? (call.split(`/:${part}/`)[0] ?? '') : call),
    name: isWhole ? '' : part,
    isNew: part === '201',
  })
}

/** The last part of the URL that names a kind of content. */
function parentOf(url: string): string {
  const parts = url.split('/').filter((one) => one !== '' && !one.startsWith(':'))
  const named = parts.findLast((part) => parentNames[part] !== undefined) ?? parts.at(-1) ?? ''
  return parentNames[named] ?? named
}

function valueOf(schema: JsonSchema, place: Place): unknown {
  const { index = 0 } = place
  const values = knownValues(place)
  const rotated = values.map((_one, position) => values[(index + position) % values.length])
  const found = rotated.find((value) => Check(schema, value))
  if (found !== undefined) return found
  if (schema.const !== undefined) return schema.const
  if (schema.anyOf) return valueOf(schema.anyOf.find((one) => one.type !== 'null') ?? {}, place)
  if (schema.type === 'object') return objectOf(schema, place)
  if (schema.type === 'array') return arrayOf(schema, place)
  return simpleValueOf(schema, place)
}

function knownValues({ parent, name, isNew = false }: Place): unknown[] {
  const sources = isNew ? [newContentValues, exampleValues] : [exampleValues]
  const found = sources.flatMap((values) => [values[`${parent}.${name}`], values[name]])
  return found.find((values) => values !== undefined) ?? []
}

function objectOf({ properties = {}, required = [] }: JsonSchema, place: Place) {
  const { parent, name } = place
  const ownParent = name === '' || name === 'results' ? parent : (parentNames[name] ?? name)
  const shown = Object.entries(properties).filter(([key]) => required.includes(key) || !leftOut.has(key))
  return Object.fromEntries(shown.map(([key, one]) => [key, valueOf(one, { ...place, parent: ownParent, name: key })]))
}

function arrayOf({ items = {}, maxItems = Infinity }: JsonSchema, place: Place): unknown[] {
  const { name, inside = [] } = place
  if (inside.includes(name) && name !== '') return []
  const length = Math.min(lengths[name] ?? 1, maxItems)
  return Array.from({ length }, (_one, index) => valueOf(items, { ...place, index, inside: [...inside, name] }))
}

function simpleValueOf({ type, format, minimum = 0 }: JsonSchema, { name }: Place): unknown {
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return minimum
  if (format === 'date-time') return '2026-11-03T14:30:00.000Z'
  return name.replaceAll('_', ' ')
}
