import { choicesOf } from '#community/small/lazy-choices.tsx'
import type { Discussion } from '@wtpu/contract/forums/discussions'
import { trimInvisible } from '@wtpu/contract/schemas'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { DiscussionFields, isTooLong } from '#features/forums/start/discussion-fields.tsx'
import { contentOf, discussionFields, tagsText, type Draft } from '#features/forums/start/draft.ts'
import { useEditDiscussion } from './discussion-api.ts'

/** Edits a discussion in its place. The draft survives a failure and a reload; Cancel discards it. */
export function DiscussionEditor({ discussion, onClose }: { discussion: Discussion; onClose: () => void }) {
  // The text when the form was opened: an edit from elsewhere must not change what is being typed.
  const [initial] = useState<Draft>(() => draftOf(discussion))
  const form = useForm(useEditDiscussion(discussion.id), {
    empty: initial,
    draft: `edit-discussion:${discussion.id}`,
    fields: discussionFields,
    input: contentOf,
    onSuccess: onClose,
  })
  const draft = form.values
  const missing = trimInvisible(draft.title) === '' || trimInvisible(draft.description) === ''
  const blocked = missing || isTooLong(draft)
  const titleBox = useRef<HTMLInputElement>(null)
  useEffect(() => titleBox.current?.focus(), [])
  return (
    <form {...form.props} aria-label="Edit discussion" className="mt-5 flex flex-col gap-4">
      <DiscussionFields draft={draft} edit={form.edit} errorOf={form.error} rows={12} titleRef={titleBox} />
      <div className="flex flex-wrap items-center justify-end gap-3">
        {missing && (
          <p id={`${form.id}-missing`} className="mr-auto text-sm text-soft">
            A discussion needs a title and a description.
          </p>
        )}
        <Button
          variant="secondary"
          onClick={() => {
            form.discard()
            onClose()
          }}
        >
          Cancel
        </Button>
        <Button
          type="submit"
          loading={form.isPending}
          disabled={blocked || draft.category === ''}
          aria-describedby={missing ? `${form.id}-missing` : undefined}
          title={
            isTooLong(draft) ? 'A text is too long.' : draft.category === '' ? 'Choose a category first.' : undefined
          }
        >
          {form.isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function draftOf(discussion: Discussion): Draft {
  const { title, description, category_id, tags } = discussion
  return { title, description, ...choicesOf(discussion), category: String(category_id), tags: tagsText(tags) }
}
