import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useRef } from 'react'
import { useFocusAfterSuccess } from '#ui/dialog/focus-after-success.ts'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { titleIdOf } from '#features/forums/discussion-badges.tsx'
import { contentOf, discussionFields, emptyDraft } from './draft.ts'
import { useCreateDiscussion } from './start-api.ts'

/** The form's draft and its submission. `onSuccess` is called if the dialog is still open then. */
export function useStartForm(open: boolean, onSuccess: (discussion: Discussion) => void) {
  const startedId = useRef<number>(undefined)
  // The new discussion if the list already shows it, else the page.
  const { isOpen, succeed, focusAfter } = useFocusAfterSuccess(
    open,
    () => document.getElementById(titleIdOf(startedId.current ?? 0)) ?? document.querySelector('main'),
  )
  const form = useForm(useCreateDiscussion(isOpen), {
    empty: emptyDraft,
    draft: 'start-discussion',
    ownAlert: true,
    fields: discussionFields,
    input: contentOf,
    onSuccess: (discussion) => {
      if (!succeed()) return
      startedId.current = discussion.id
      onSuccess(discussion)
    },
  })
  return { form, focusAfter }
}
