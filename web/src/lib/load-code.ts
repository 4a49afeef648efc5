import { nameMissingCode } from './missing-code.ts'

const requested = new Set<string>()

/**
 * Loads code, and at the same time the scripts that it imports. The build puts this around each dynamic import
 * (`vite-load-code.ts`), and gives the names of files without the hash that the import map of the page adds.
 */
export async function loadCode<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  for (const file of files) {
    const href = import.meta.resolve(`/${file}`)
    if (requested.has(href)) continue
    requested.add(href)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }))
  }
  try {
    return await load()
  } catch (error) {
    throw nameMissingCode(error)
  }
}
