import { parseDocument } from 'yaml'

export interface Yaml {
  text: string
  /** Its name in messages. */
  source: string
  idPattern: RegExp | undefined
}

/** @throws Error that names the source; for an error in the syntax, also the line and the nearest record id that `idPattern` matches above it */
export function parseYaml({ text, source, idPattern }: Yaml): unknown {
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
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`${source} cannot be read as YAML: ${why}`, { cause: error })
  }
}
