import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Endpoint, ErrorBody } from '@wtpu/contract/endpoint'

/** The names that the contract exports: of calls, by method and URL, and of the schemas of shapes. */
export interface ContractNames {
  calls: Map<string, string>
  shapes: Map<object, string>
}

const isEndpoint = (value: object): value is Endpoint => 'method' in value && 'url' in value && 'schema' in value
/** The schema of an object of a response. The reference has the errors under a name of their own. */
const isShape = (name: string, value: object) =>
  'properties' in value && /^[A-Z](?!.*Params$)/.test(name) && value !== ErrorBody

export async function readContractNames(): Promise<ContractNames> {
  const contract = new URL('./', import.meta.resolve('@wtpu/contract/endpoint'))
  const files = await readdir(fileURLToPath(contract), { recursive: true })
  const names: ContractNames = { calls: new Map(), shapes: new Map() }
  for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()) {
    const exported: Record<string, unknown> = await import(new URL(file.replaceAll('\\', '/'), contract).href)
    for (const [name, value] of Object.entries(exported)) {
      if (typeof value !== 'object' || value === null) continue
      if (isEndpoint(value)) names.calls.set(`${value.method} ${value.url}`, name)
      else if (isShape(name, value)) names.shapes.set(value, name)
    }
  }
  return names
}

/** Replaces the shapes inside a schema by references to their names. */
export function withReferences(schema: unknown, shapes: ContractNames['shapes']): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withReferences(part, shapes))
  if (typeof schema !== 'object' || schema === null) return schema
  const name = shapes.get(schema)
  return name === undefined ? partsWithReferences(schema, shapes) : { $ref: `#/components/schemas/${name}` }
}

export const partsWithReferences = (schema: object, shapes: ContractNames['shapes']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(schema).map(([key, part]) => [key, withReferences(part, shapes)]))

/** Each shape under its name. What it contains refers to other shapes. */
export const componentsOf = (shapes: ContractNames['shapes']): Record<string, unknown> =>
  Object.fromEntries([...shapes].map(([schema, name]) => [name, partsWithReferences(schema, shapes)]))
