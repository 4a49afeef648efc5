import { nameMissingCode } from './missing-code.ts'

const requested = new Set<string>()
const leavingMs = 10_000

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
  let isLeaving = false
  const onLeave = () => (isLeaving = true)
  window.addEventListener('beforeunload', onLeave)
  try {
    return await load()
  } catch (error) {
    // As soon as a page is left, Firefox ends what it loads. An error now would have the page reloaded instead of left.
    if (isLeaving) await new Promise((resolve) => setTimeout(resolve, leavingMs))
    throw nameMissingCode(error)
  } finally {
    window.removeEventListener('beforeunload', onLeave)
  }
}
