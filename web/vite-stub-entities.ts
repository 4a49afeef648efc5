import type { Plugin } from 'vite'

const stub = 'export const decodeHTMLStrict = (text) => text\n'

/**
 * Replaces the table of HTML's named characters ("&copy;"), which markdown-it contains, with a stub. That saves 14 kB.
 * Texts show such names as they were written (`contract/src/forums/markdown.ts`).
 */
export function stubEntities(): Plugin {
  return {
    name: 'stub-entities',
    enforce: 'pre',
    resolveId: (id) => (id === 'entities' ? '\0entities-stub' : undefined),
    load: (id) => (id === '\0entities-stub' ? stub : undefined),
  }
}
