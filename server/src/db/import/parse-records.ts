import { type Static, type TSchema, Type } from 'typebox'
import { Errors } from 'typebox/value'

/** What the sources leave out or leave empty; a telephone number may have been written without quotes. */
export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]))
export type OptionalText = string | number | null | undefined

/** Reads JSON or YAML. A mistake in it is reported with its line and, where `nameOf` finds it above, its record. */
export async function parseText(text: string, source: string, nameOf?: RegExp): Promise<unknown> {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new Error(`${source} is not valid JSON: ${errorMessage(error)}`, { cause: error })
    }
  }
  // Loaded here because the usual source is JSON.
  const { parseDocument } = await import('yaml')
  const document = parseDocument(text, { logLevel: 'silent' })
  const [mistake] = document.errors
  if (mistake) {
    const name = nameOf && text.slice(0, mistake.pos[0]).match(nameOf)?.at(-1)
    throw new Error(`${source} is not valid YAML${name ? `, near ${name.trim()}` : ''}: ${mistake.message.trim()}`)
  }
  try {
    return document.toJS()
  } catch (error) {
    // Aliases that multiply without end.
    throw new Error(`${source} cannot be read as YAML: ${errorMessage(error)}`, { cause: error })
  }
}

const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The record itself, once its shape is as the schema says; else an error that says which record and what is wrong. */
export function checkRecord<S extends TSchema>(schema: S, record: unknown, name: string): Static<S> {
  const errors = Errors(schema, record)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- just checked
  if (errors.length === 0) return record as Static<S>
  // Of a union every branch complains; the union itself comes last and at the same place.
  const [first] = errors
  const here = errors.filter((error) => error.instancePath === first?.instancePath)
  const wrong = here.length === 1 ? here[0] : undefined
  const place = first?.instancePath.slice(1).replaceAll('/', '.') || 'it'
  const allowed = wrong && 'allowedValues' in wrong.params ? `: ${wrong.params.allowedValues.join(', ')}` : ''
  throw new Error(`${name}: ${place} ${wrong ? wrong.message + allowed : 'is not of the expected kind'}.`)
}
