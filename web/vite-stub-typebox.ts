import type { Plugin } from 'vite'

const stub = `
const schema = () => ({})
export const Type = /* @__PURE__ */ new Proxy({}, { get: () => schema })
`

/**
 * Replaces typebox in the browser bundle with a stub, which saves 12 kB. The browser only needs the method and URL of an
 * endpoint and its types; the server validates against the schemas. Tests use the real library.
 */
export function stubTypebox(): Plugin {
  return {
    name: 'stub-typebox',
    enforce: 'pre',
    resolveId: (id) => (id === 'typebox' && !process.env['VITEST'] ? '\0typebox-stub' : undefined),
    load: (id) => (id === '\0typebox-stub' ? stub : undefined),
  }
}
