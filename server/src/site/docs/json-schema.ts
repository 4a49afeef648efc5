import type { TSchema } from 'typebox'

/** The keywords of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  const?: unknown
  enum?: unknown[]
  format?: string
  minimum?: number
  maxLength?: number
  maxItems?: number
}

export function propertiesOf(schema: TSchema | undefined): [name: string, schema: JsonSchema][] {
  const { properties = {} }: JsonSchema = schema ?? {}
  return Object.entries(properties)
}

/** A field of this object that may be wrong, and how Ajv says so. `only` asks for the field with this name. */
export function invalidFieldOf(
  schema: TSchema | undefined,
  only?: string,
): { field: string; problem: string } | undefined {
  const { required = [] }: JsonSchema = schema ?? {}
  const fields = propertiesOf(schema).filter(([name]) => only === undefined || name === only)
  const [field, property] = fields.find(([name]) => required.includes(name)) ?? fields[0] ?? []
  if (field === undefined || property === undefined) return undefined
  return { field, problem: problemOf(property) }
}

function problemOf({ type, minimum, maxLength, anyOf }: JsonSchema): string {
  if (minimum !== undefined) return `must be >= ${minimum}`
  if (maxLength !== undefined) return `must NOT have more than ${maxLength} characters`
  if (anyOf) return 'must match a schema in anyOf'
  return `must be ${type ?? 'valid'}`
}
