import type { Plugin } from 'vite'

const source = `${import.meta.dirname}/src/lib/load-code.ts`

/** Replaces the function that Vite puts around each `import()` by ours, which is smaller and names errors. */
export function loadCode(): Plugin {
  return {
    name: 'load-code',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js'
        ? `export { loadCode as __vitePreload } from ${JSON.stringify(source)}`
        : undefined,
  }
}
