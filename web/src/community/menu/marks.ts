import type { ContentRef } from '@wtpu/contract/community'
import { useSyncExternalStore } from 'react'
import { localStore, readJson } from '#lib/storage.ts'

/** Decision 90: reports and bookmarks are kept in this browser. `lib/session` deletes them on sign-out. */
type StorageKey = 'reportedContent' | 'bookmarkedContent'
/** The oldest marks are dropped, so that the stored lists stay short. */
const maxMarks = 500

const listeners = new Set<() => void>()

function readMarks(storageKey: StorageKey): string[] {
  const stored = readJson(storageKey)
  return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : []
}

const refKey = ({ kind, id }: ContentRef) => `${kind}:${id}`

/** Whether the viewer has marked the content, and a function that sets or removes the mark. */
export function useMark(
  storageKey: StorageKey,
  content: ContentRef,
): [marked: boolean, setMarked: (next: boolean) => void] {
  const key = refKey(content)
  const marked = useSyncExternalStore(subscribe, () => readMarks(storageKey).includes(key))
  return [
    marked,
    (next) => {
      const others = readMarks(storageKey).filter((one) => one !== key)
      localStore.write(storageKey, JSON.stringify((next ? [...others, key] : others).slice(-maxMarks)))
      for (const listener of listeners) listener()
    },
  ]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
