import type { Plugin } from 'vite'

const stub = `
const schema = () => ({})
export const Type = new Proxy({}, { get: () => schema })
`

/**
 * In the browser an endpoint is its method and its address: the server is the one who checks shapes. So the contract
 * keeps its types there and loses the schema library, 12 kB of it. Tests run with the real one.
 */
export function stubTypebox(): Plugin {
  return {
    name: 'stubTypebox',
    enforce: 'pre',
    resolveId: (id) => (id === 'typebox' && !process.env['VITEST'] ? '\0schemaless' : undefined),
    load: (id) => (id === '\0schemaless' ? stub : undefined),
  }
}
