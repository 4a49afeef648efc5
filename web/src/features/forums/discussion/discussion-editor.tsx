import { descriptionMaxLength, type Discussion } from '@wtpu/contract/forums/discussions'
import { trimInvisible } from '@wtpu/contract/text'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { MarkdownField } from '#community/markdown/markdown-field.tsx'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { CategoryField } from '#features/forums/start/category-field.tsx'
import { tagsOf, tagsText } from '#features/forums/start/draft.ts'
import { FocusFirstError, lengthErrors, noErrors } from '#features/forums/start/field-errors.tsx'
import { TagPicker } from '#features/forums/start/tag-picker.tsx'
import { useEditDiscussion } from './discussion-api.ts'

interface EditDraft {
  title: string
  description: string
  category: string
  tags: string
}

/** Edits a discussion in its place. The draft survives a failure and a reload; Cancel discards it. */
export function DiscussionEditor({ discussion, onClose }: { discussion: Discussion; onClose: () => void }) {
  const { draft, edit, discard, errors, submit, isPending } = useEditForm(discussion, onClose)
  const tooLong = lengthErrors(draft)
  const errorOf = (field: string) => tooLong[field] ?? errors[field]?.join(' ')
  const missing = trimInvisible(draft.title) === '' || trimInvisible(draft.description) === ''
  const blocked = missing || Object.keys(tooLong).length > 0
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
      <TextField
        ref={titleBox}
        label="Title"
        name="title"
        required
        dir="auto"
        autoComplete="off"
        value={draft.title}
        onChange={({ target }) => edit({ title: target.value })}
        error={errorOf('title')}
      />
      <MarkdownField
        label="Description"
        name="description"
        required
        dir="auto"
        rows={12}
        limit={descriptionMaxLength}
        value={draft.description}
        onChange={({ target }) => edit({ description: target.value })}
        error={errorOf('description')}
      />
      <CategoryField value={draft.category} onChange={(category) => edit({ category })} error={errorOf('category')} />
      <TagPicker
        tags={tagsOf(draft)}
        onChange={(tags) => edit({ tags: tagsText(tags) })}
        error={errors['tag_ids']?.join(' ')}
      />
      <FocusFirstError errors={errors} />
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
  const [initial] = useState<EditDraft>(() => draftOf(discussion))
  const [draft, setDraft] = useDraft(`edit-discussion:${discussion.id}`, initial)
  const [errors, setErrors] = useState(noErrors)
  const save = useEditDiscussion(discussion.id, () => setDraft(initial))
  function edit(change: Partial<EditDraft>) {
    setDraft({ ...draft, ...change })
    setErrors(noErrors)
  }
  function submit() {
    setErrors(noErrors)
    save.mutate(
      {
        title: draft.title.trim(),
        description: draft.description.trim(),
        category: Number(draft.category),
        tag_ids: tagsOf(draft).map(({ id }) => id),
      },
      { onSuccess: onClose, onError: ({ fields }) => setErrors(fields) },
    )
  }
  return { draft, edit, discard: () => setDraft(initial), errors, submit, isPending: save.isPending }
}

function draftOf({ title, description, category_id, tags }: Discussion): EditDraft {
  return { title, description, category: String(category_id), tags: tagsText(tags) }
}
