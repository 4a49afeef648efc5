import { parseSync, Visitor, type Plugin } from 'vite'

/** Each module of the contract, after its types were removed. */
const contractModules = /\/contract\/src\/[^?]+\.ts$/

/**
 * Removes the schemas of endpoints from the browser bundle, and with them typebox, together about a tenth of the first load of
 * a page. The browser only needs the method and URL of an endpoint and its types; the server validates against the schemas.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    apply: 'build',
    transform: {
      filter: { id: contractModules },
      handler: (code, id) => ({ code: withoutSchemas(code, id), map: null }),
    },
  }
}

/**
 * Removes `schema: …` from endpoints, replaces what else is built with `Type.…(…)` by an empty object, and removes the imports
 * that only these needed: a chunk would contain the imported modules.
 */
export function withoutSchemas(code: string, file = 'contract.js'): string {
  const cuts: { start: number; end: number; text: string }[] = []
  const imports: { start: number; end: number; names: string[] }[] = []
  const uses: { name: string; start: number }[] = []
  new Visitor({
    ImportDeclaration({ specifiers, start, end }) {
      imports.push({ start, end, names: specifiers.map(({ local }) => local.name) })
    },
    Identifier({ name, start }) {
      uses.push({ name, start })
    },
    ObjectExpression({ properties }) {
      const named = properties.filter((property) => property.type === 'Property')
      const nameOf = ({ key }: (typeof named)[number]) => (key.type === 'Identifier' ? key.name : undefined)
      const schema = named.find((property) => nameOf(property) === 'schema')
      if (!schema || !named.some((property) => nameOf(property) === 'url')) return
      const comma = /^\s*,/.exec(code.slice(schema.end))?.[0] ?? ''
      cuts.push({ start: schema.start, end: schema.end + comma.length, text: '' })
    },
    CallExpression({ callee, start, end }) {
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return
      if (callee.object.name === 'Type') cuts.push({ start, end, text: '{}' })
    },
  }).visit(parseSync(file.replace(/ts$/, 'js'), code).program)

  const isIn = (at: number, parts: { start: number; end: number }[]) =>
    parts.some(({ start, end }) => start <= at && at < end)
  const used = new Set(uses.filter(({ start }) => !isIn(start, [...cuts, ...imports])).map(({ name }) => name))
  const unused = imports.filter(({ names }) => names.length > 0 && !names.some((name) => used.has(name)))
  cuts.push(...unused.map(({ start, end }) => ({ start, end, text: '' })))

  let result = ''
  let done = 0
  // An outer cut comes before the ones inside it, which it replaces.
  for (const { start, end, text } of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < done) continue
    result += code.slice(done, start) + text
    done = end
  }
  return result + code.slice(done)
}
