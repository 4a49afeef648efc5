import { type Static, type TSchema, Type } from 'typebox'
import { Errors } from 'typebox/value'

/** An optional text field. Sources may leave it out or null; an unquoted phone number in YAML is a number. */
export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]))
export type OptionalText = string | number | null | undefined

/** Parses JSON or YAML. A YAML syntax error is reported with its line and the nearest record id that `idPattern` matches above it. */
export async function parseText(text: string, source: string, idPattern?: RegExp): Promise<unknown> {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new Error(`${source} is not valid JSON: ${errorMessage(error)}`, { cause: error })
    }
  }
  // Imported lazily, because the usual source is JSON.
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, { logLevel: 'silent' })
  const [syntaxError] = document.errors
  if (syntaxError) {
    const name = idPattern && text.slice(0, syntaxError.pos[0]).match(idPattern)?.at(-1)
    throw new Error(`${source} is not valid YAML${name ? `, near ${name.trim()}` : ''}: ${syntaxError.message.trim()}`)
  }
  try {
    return document.toJS()
  } catch (error) {
    // Too many aliases, for example a "billion laughs" document.
    throw new Error(`${source} cannot be read as YAML: ${errorMessage(error)}`, { cause: error })
  }
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Returns the record if it matches the schema. Otherwise throws an error that names the record and the problem. `within` is
 * the place of a part of a record, such as "terms.0".
 */
export function checkRecord<S extends TSchema>(schema: S, record: unknown, name: string, within = ''): Static<S> {
  const errors = Errors(schema, record)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just checked
  if (errors.length === 0) return record as Static<S>
  // Each branch of a union reports an error at the same path. Then no single message describes the problem.
  const [first] = errors
  const atSamePath = errors.filter((error) => error.instancePath === first?.instancePath)
  const only = atSamePath.some(({ keyword }) => keyword === 'anyOf') ? undefined : first
  const field = `${within}${first?.instancePath.replaceAll('/', '.')}`.replace(/^\./, '') || 'it'
  const allowed = only && 'allowedValues' in only.params ? `: ${only.params.allowedValues.join(', ')}` : ''
  if (only?.message === 'schema is false') throw new Error(`${name}: ${field} is not a known field.`)
  throw new Error(`${name}: ${field} ${only ? only.message + allowed : 'has an unexpected type'}.`)
}
