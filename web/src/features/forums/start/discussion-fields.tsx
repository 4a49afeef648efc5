import { descriptionMaxLength } from '@wtpu/contract/forums/discussions'
import type { Ref } from 'react'
import { MarkdownField } from '#community/markdown/markdown-editor.tsx'
import type { ApiFailure } from '#lib/api/request.ts'
import { TextField } from '#ui/form/text-field.tsx'
import { CategoryField } from './category-field.tsx'
import { tagsOf, tagsText, type Draft } from './draft.ts'
import { lengthErrors } from './field-errors.tsx'
import { TagPicker } from './tag-picker.tsx'

type Fields = Pick<Draft, 'title' | 'description' | 'category' | 'tags'>

/** The fields of a discussion, to start or to edit one. */
export function DiscussionFields({
  draft,
  edit,
  errors,
  readOnly,
  rows,
  placeholders,
  titleRef,
}: {
  draft: Fields
  edit: (change: Partial<Fields>) => void
  /** What the server rejected, by field. */
  errors: ApiFailure['fields']
  /** Keeps the title as it is sent. */
  readOnly?: boolean
  /** The height of the description, in lines. */
  rows: number
  placeholders?: { title: string; description: string }
  titleRef?: Ref<HTMLInputElement>
}) {
  const tooLong = lengthErrors(draft)
  const errorOf = (field: string) => tooLong[field] ?? errors[field]?.join(' ')
  return (
    <>
      <TextField
        ref={titleRef}
        label="Title"
        hint="The title can also be read without an account."
        name="title"
        required
        dir="auto"
        autoComplete="off"
        readOnly={readOnly}
        placeholder={placeholders?.title}
        value={draft.title}
        onChange={({ target }) => edit({ title: target.value })}
        error={errorOf('title')}
      />
      <MarkdownField
        label="Description"
        name="description"
        required
        dir="auto"
        rows={rows}
        limit={descriptionMaxLength}
        placeholder={placeholders?.description}
        value={draft.description}
        onChange={({ target }) => edit({ description: target.value })}
        error={errorOf('description')}
      />
      <CategoryField value={draft.category} onChange={(category) => edit({ category })} error={errorOf('category')} />
      <TagPicker tags={tagsOf(draft)} onChange={(tags) => edit({ tags: tagsText(tags) })} error={errorOf('tag_ids')} />
    </>
  )
}
