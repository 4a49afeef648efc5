import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Static, type TSchema, Type } from 'typebox'
import { Errors } from 'typebox/value'
import type { Yaml } from './parse-yaml.ts'

/** An optional text field. Sources may leave it out or null; an unquoted phone number in YAML is a number. */
export const OptionalText = Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Null()]))
export type OptionalText = string | number | null | undefined

/** Longer YAML is parsed by a thread of its own: a megabyte takes more than a second. */
const maxCharactersHere = 64 * 1024
/** More would endanger the server beside it. */
const threadMegabytes = 1_024

/** Parses JSON or YAML. A YAML syntax error is reported with its line and the nearest record id that `idPattern` matches above it. */
export async function parseText(text: string, source: string, idPattern?: RegExp): Promise<unknown> {
  if (/^[[{]/.test(text)) {
    try {
      return JSON.parse(text)
    } catch (error) {
      throw new Error(`${source} is not valid JSON: ${errorMessage(error)}`, { cause: error })
    }
  }
  const yaml = { text, source, idPattern }
  if (text.length > maxCharactersHere) return parseInThread(yaml)
  // Imported lazily, because the usual source is JSON.
  const { parseYaml } = await import('./parse-yaml.ts')
  return parseYaml(yaml)
}

async function parseInThread(yaml: Yaml): Promise<unknown> {
  const thread = new Worker(new URL('parse-yaml-thread.ts', import.meta.url), {
    workerData: yaml,
    resourceLimits: { maxOldGenerationSizeMb: threadMegabytes },
  })
  try {
    const [parsed] = await once(thread, 'message')
    return parsed
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new Error(`${yaml.source} is too large to be read as YAML.`, { cause: error })
    throw error
  } finally {
    await thread.terminate()
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
