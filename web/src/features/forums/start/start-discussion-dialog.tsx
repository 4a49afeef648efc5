import { descriptionMaxLength, titleMaxLength, type Discussion } from '@wtpu/contract/forums/discussions'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'
import type { ApiFailure } from '#lib/api/request.ts'
import { useDraft } from '#lib/draft.ts'
import { fullCount } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { TextArea } from '#ui/form/text-area.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { forumCategoriesQuery } from '#features/forums/api.ts'
import { titleIdOf } from '#features/forums/title-id.ts'
import { emptyDraft, missingText, tagsOf, tagsText, type Draft } from './draft.ts'
import { useCreateDiscussion } from './start-api.ts'
import { TagPicker } from './tag-picker.tsx'

type FieldErrors = ApiFailure['fields']
const noErrors: FieldErrors = {}

/** Specification 2 and 5. The draft survives closing the dialog, a failure and a reload. */
export function StartDiscussionDialog({
  open,
  onOpenChange,
  onStarted,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onStarted: (discussion: Discussion) => void
}) {
  const { draft, edit, errors, submit, isPending, startedId } = useStartForm((discussion) => {
    onStarted(discussion)
    onOpenChange(false)
  })
  const form = useId()
  const missing = missingText(draft)
  const tooLong = lengthErrors(draft)
  const errorOf = (field: string) => tooLong[field] ?? errors[field]?.join(' ')
  const blocked = missing !== '' || Object.keys(tooLong).length > 0
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Start New Discussion"
      wide
      focusAfter={() => focusTarget(startedId.current)}
      actions={
        <>
          {missing && (
            <p id={`${form}-missing`} className="mr-auto self-center text-sm text-soft max-sm:w-full">
              {missing}
            </p>
          )}
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={form}
            loading={isPending}
            disabled={blocked}
            aria-describedby={missing ? `${form}-missing` : undefined}
          >
            {isPending ? 'Starting...' : 'Start Discussion'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          if (!blocked) submit()
        }}
      >
        <TextField
          label="Title"
          name="title"
          required
          dir="auto"
          autoComplete="off"
          placeholder="What do you want to discuss?"
          value={draft.title}
          onChange={({ target }) => edit({ title: target.value })}
          error={errorOf('title')}
        />
        <TextArea
          label="Description"
          name="description"
          required
          dir="auto"
          rows={8}
          limit={descriptionMaxLength}
          placeholder="Make your case: what do you think, and why?"
          value={draft.description}
          onChange={({ target }) => edit({ description: target.value })}
          error={errorOf('description')}
        />
        <CategoryField
          value={draft.category}
          onChange={(category) => edit({ category })}
          error={errors['category']?.join(' ')}
        />
        <TagPicker
          tags={tagsOf(draft)}
          onChange={(tags) => edit({ tags: tagsText(tags) })}
          error={errors['tag_ids']?.join(' ')}
        />
        <FocusFirstError errors={errors} />
      </form>
    </Dialog>
  )
}

function useStartForm(onSuccess: (discussion: Discussion) => void) {
  const [draft, setDraft] = useDraft('start-discussion', emptyDraft)
  const [errors, setErrors] = useState(noErrors)
  const startedId = useRef<number>(undefined)
  const create = useCreateDiscussion(() => setDraft(emptyDraft))
  const edit = (change: Partial<Draft>) => {
    setDraft({ ...draft, ...change, requestKey: '' })
    setErrors(noErrors)
  }
  function submit() {
    if (create.isPending) return
    // Undefined on a site without HTTPS.
    const requestKey = draft.requestKey || crypto.randomUUID?.() || ''
    setDraft({ ...draft, requestKey })
    setErrors(noErrors)
    const { title, description, category } = draft
    create.mutate(
      {
        title: title.trim(),
        description: description.trim(),
        category: Number(category),
        tag_ids: tagsOf(draft).map(({ id }) => id),
        request_key: requestKey || undefined,
      },
      {
        onSuccess: (discussion) => {
          startedId.current = discussion.id
          onSuccess(discussion)
        },
        onError: ({ fields }) => setErrors(fields),
      },
    )
  }
  return { draft, edit, errors, submit, isPending: create.isPending, startedId }
}

function lengthErrors({ title, description }: Draft): Record<string, string> {
  const isTooLong = (text: string, limit: number) => Array.from(text.trim()).length > limit
  return {
    ...(isTooLong(title, titleMaxLength) && { title: `A title can have at most ${titleMaxLength} characters.` }),
    ...(isTooLong(description, descriptionMaxLength) && {
      description: `A description can have at most ${fullCount(descriptionMaxLength)} characters.`,
    }),
  }
}

function CategoryField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}) {
  const { data: categories, isError, refetch } = useQuery(forumCategoriesQuery())
  const loadError = isError && !categories && (
    <span role="alert">
      The categories could not be loaded.{' '}
      <button type="button" className="text-link" onClick={() => void refetch()}>
        Try Again
      </button>
    </span>
  )
  return (
    <SelectField
      label="Category"
      name="category"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={loadError || error}
    >
      <option value="">Select a category</option>
      {categories?.map(({ id, category }) => (
        <option key={id} value={String(id)}>
          {category}
        </option>
      ))}
    </SelectField>
  )
}

/** Focuses the first field that the server rejected. */
function FocusFirstError({ errors }: { errors: FieldErrors }) {
  const marker = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (errors === noErrors) return
    marker.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  return <span ref={marker} hidden />
}

/** The new discussion if the list already shows it, else the page. Null for the button that opened the dialog. */
function focusTarget(startedId: number | undefined): Element | null {
  if (startedId === undefined) return null
  return document.getElementById(titleIdOf(startedId)) ?? document.querySelector('main')
}
