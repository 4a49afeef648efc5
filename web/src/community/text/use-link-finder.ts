import { useSyncExternalStore } from 'react'
import type { FoundLink } from './find-links.ts'

type FindLinks = (text: string) => FoundLink[]

let findLinks: FindLinks | undefined
let loading: Promise<void> | undefined
const listeners = new Set<() => void>()

/**
 * The link finder, or undefined until its code is loaded. Text is shown without links until then: a link has the size of
 * its text, so nothing moves.
 */
export function useLinkFinder(): FindLinks | undefined {
  return useSyncExternalStore(subscribe, () => findLinks)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  loading ??= load()
  return () => listeners.delete(listener)
}

async function load(): Promise<void> {
  try {
    const module = await import('./find-links.ts')
    findLinks = module.findLinks
    for (const listener of listeners) listener()
  } catch {
    // The next text that is shown tries again.
    loading = undefined
  }
}
