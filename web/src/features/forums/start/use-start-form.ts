import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useRef } from 'react'
import { forgetError, useLastError } from '#lib/api/query-errors.ts'
import { useDraft } from '#lib/draft.ts'
import { useFocusAfterSuccess } from '#ui/dialog/focus-after-success.ts'
import { titleIdOf } from '#features/forums/discussion-badges.tsx'
import { contentOf, emptyDraft, type Draft } from './draft.ts'
import { useCreateDiscussion } from './start-api.ts'

/** The form's draft and its submission. `onSuccess` is called if the dialog is still open then. */
export function useStartForm(open: boolean, onSuccess: (discussion: Discussion) => void) {
  const [draft, setDraft] = useDraft('start-discussion', emptyDraft)
  const startedId = useRef<number>(undefined)
  // The new discussion if the list already shows it, else the page.
  const { isOpen, succeed, focusAfter } = useFocusAfterSuccess(
    open,
    () => document.getElementById(titleIdOf(startedId.current ?? 0)) ?? document.querySelector('main'),
  )
  const create = useCreateDiscussion({ onSent: () => setDraft(emptyDraft), isOpen })
  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    forgetError(create)
  }
  function submit() {
    if (create.isPending) return
    create.mutate(contentOf(draft), {
      onSuccess: (discussion) => {
        if (!succeed()) return
        startedId.current = discussion.id
        onSuccess(discussion)
      },
    })
  }
  return { draft, edit, failure: useLastError(create), submit, isPending: create.isPending, focusAfter }
}
