import type { KindThat } from '@wtpu/contract/writing/kinds'
import { useStore, isText, storedList } from '#lib/store.ts'

/** Reports and bookmarks are kept in this browser only. `lib/session` deletes them on sign-out. */
const lists = {
  reportedContent: storedList('reportedContent', isText),
  bookmarkedContent: storedList('bookmarkedContent', isText),
}
/** The oldest marks are dropped, so that the stored lists stay short. */
const maxMarks = 500

/** Whether the viewer has marked the content, and a function that sets or removes the mark. */
export function useMark(
  storageKey: keyof typeof lists,
  { kind, id }: { kind: KindThat<'edit'>; id: number },
): [marked: boolean, setMarked: (next: boolean) => void] {
  const key = `${kind}:${id}`
  const list = lists[storageKey]
  const marked = useStore(list, (marks) => marks.includes(key))
  return [
    marked,
    (next) => {
      const others = list.read().filter((mark) => mark !== key)
      list.write((next ? [...others, key] : others).slice(-maxMarks))
    },
  ]
}
