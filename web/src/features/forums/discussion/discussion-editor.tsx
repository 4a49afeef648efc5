import type { Discussion } from '@wtpu/contract/forums/discussions'
import { trimInvisible } from '@wtpu/contract/schemas'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { forgetError, useLastError } from '#lib/api/query-errors.ts'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { FormErrors } from '#ui/form/form-errors.tsx'
import { DiscussionFields, isTooLong, noErrors } from '#features/forums/start/discussion-fields.tsx'
import { contentOf, tagsText, type Draft } from '#features/forums/start/draft.ts'
import { useEditDiscussion } from './discussion-api.ts'

/** Edits a discussion in its place. The draft survives a failure and a reload; Cancel discards it. */
export function DiscussionEditor({ discussion, onClose }: { discussion: Discussion; onClose: () => void }) {
  const { draft, edit, discard, error, submit, isPending } = useEditForm(discussion, onClose)
  const missing = trimInvisible(draft.title) === '' || trimInvisible(draft.description) === ''
  const blocked = missing || isTooLong(draft)
  const titleBox = useRef<HTMLInputElement>(null)
  useEffect(() => titleBox.current?.focus(), [])
  return (
    <form
      aria-label="Edit discussion"
      noValidate
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        if (!blocked && !isPending) submit()
      }}
    >
      <DiscussionFields draft={draft} edit={edit} errors={error?.fields ?? noErrors} rows={12} titleRef={titleBox} />
      <FormErrors error={error} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {missing && <p className="mr-auto text-sm text-soft">A discussion needs a title and a description.</p>}
        <Button
          variant="secondary"
          onClick={() => {
            discard()
            onClose()
          }}
        >
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={blocked || draft.category === ''}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function useEditForm(discussion: Discussion, onClose: () => void) {
  // The text when the form was opened: an edit from elsewhere must not change what is being typed.
  const [initial] = useState<Draft>(() => draftOf(discussion))
  const [draft, setDraft] = useDraft(`edit-discussion:${discussion.id}`, initial)
  const save = useEditDiscussion(discussion.id, () => setDraft(initial))
  function edit(change: Partial<Draft>) {
    setDraft({ ...draft, ...change })
    forgetError(save)
  }
  function submit() {
    save.mutate(contentOf(draft), { onSuccess: onClose })
  }
  return { draft, edit, discard: () => setDraft(initial), error: useLastError(save), submit, isPending: save.isPending }
}

function draftOf({ title, description, lang, category_id, tags }: Discussion): Draft {
  return { title, description, lang: lang ?? '', category: String(category_id), tags: tagsText(tags) }
}
