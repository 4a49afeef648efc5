import type { ContentRef } from '@wtpu/contract/community'
import { useSyncExternalStore } from 'react'
import { localStore, readJson } from '#lib/storage.ts'

/** Decision 90: reports are kept in this browser. `lib/session` deletes them on sign-out. */
const storageKey = 'reportedContent'
/** The oldest reports are dropped, so that the stored list stays short. */
const maxReports = 500

const listeners = new Set<() => void>()

function readReports(): string[] {
  const stored = readJson(storageKey)
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
}

const refKey = ({ kind, id }: ContentRef) => `${kind}:${id}`

/** Whether the viewer has reported the content, and a function that reports it or takes the report back. */
export function useReport(content: ContentRef): [reported: boolean, setReported: (reported: boolean) => void] {
  const key = refKey(content)
  const reported = useSyncExternalStore(subscribe, () => readReports().includes(key))
  return [
    reported,
    (next) => {
      const others = readReports().filter((one) => one !== key)
      localStore.write(storageKey, JSON.stringify((next ? [...others, key] : others).slice(-maxReports)))
      for (const listener of listeners) listener()
    },
  ]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
