import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useEffect, useRef, useState } from 'react'
import type { ApiFailure } from '#lib/api/request.ts'
import { useDraft } from '#lib/draft.ts'
import { titleIdOf } from '#features/forums/discussion-badges.tsx'
import { emptyDraft, tagsOf, type Draft } from './draft.ts'
import { useCreateDiscussion } from './start-api.ts'

/** The form's draft and its submission. `onSuccess` is called if the dialog is still open then. */
export function useStartForm(open: boolean, onSuccess: (discussion: Discussion) => void) {
  const [draft, setDraft] = useDraft('start-discussion', emptyDraft)
  const [failure, setFailure] = useState<ApiFailure>()
  const startedId = useRef<number>(undefined)
  const isOpen = useRef(open)
  useEffect(() => {
    isOpen.current = open
    return () => void (isOpen.current = false)
  }, [open])
  const create = useCreateDiscussion({ onSent: () => setDraft(emptyDraft), isOpen: () => isOpen.current })
  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change })
    setFailure(undefined)
  }
  function submit() {
    if (create.isPending) return
    setFailure(undefined)
    const { title, description, category } = draft
    create.mutate(
      {
        title: title.trim(),
        description: description.trim(),
        category: Number(category),
        tag_ids: tagsOf(draft).map(({ id }) => id),
      },
      {
        onSuccess: (discussion) => {
          if (!isOpen.current) return
          startedId.current = discussion.id
          onSuccess(discussion)
        },
        onError: setFailure,
      },
    )
  }
  function focusAfter(): Element | null {
    const target = focusTarget(startedId.current)
    startedId.current = undefined
    return target
  }
  return { draft, edit, failure, submit, isPending: create.isPending, focusAfter }
}

/** The new discussion if the list already shows it, else the page. Null for the button that opened the dialog. */
function focusTarget(startedId: number | undefined): Element | null {
  if (startedId === undefined) return null
  return document.getElementById(titleIdOf(startedId)) ?? document.querySelector('main')
}
