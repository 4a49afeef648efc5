import { lengthProblem } from '@wtpu/contract/lengths'
import { descriptionMaxLength, titleMaxLength } from '@wtpu/contract/forums/lengths'
import type { ReactNode, Ref } from 'react'
import { WrittenChoices } from '#community/language/written-choices.tsx'
import { MarkdownField } from '#community/markdown/markdown-editor.tsx'
import { MentionArea } from '#community/mentions/mention-area.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { tagsOf, tagsText, type Draft } from './draft.ts'
import { TagPicker } from './tag-picker.tsx'
import { useQuery } from '@tanstack/react-query'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import { forumCategoriesQuery } from '#features/forums/api.ts'

/** The fields of a discussion, to start or to edit one. */
export function DiscussionFields({
  draft,
  edit,
  errorOf: rejected,
  readOnly,
  rows,
  placeholders,
  titleRef,
}: {
  draft: Draft
  edit: (change: Partial<Draft>) => void
  /** What the server rejected, by field. */
  errorOf: (field: string) => ReactNode
  /** Keeps the title as it is sent. */
  readOnly?: boolean
  /** The height of the description, in lines. */
  rows: number
  placeholders?: { title: string; description: string }
  titleRef?: Ref<HTMLInputElement>
}) {
  const tooLong = lengthErrors(draft)
  const errorOf = (field: string) => tooLong[field] ?? rejected(field)
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
        box={MentionArea}
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
      <WrittenChoices
        text={draft.title + draft.description}
        chosen={draft}
        onChoose={edit}
        className="-my-3 self-start"
      />
      <CategoryField value={draft.category} onChange={(category) => edit({ category })} error={errorOf('category')} />
      <TagPicker tags={tagsOf(draft)} onChange={(tags) => edit({ tags: tagsText(tags) })} error={errorOf('tag_ids')} />
    </>
  )
}

/** A choice of the categories, by id. */
function CategoryField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error: ReactNode
}) {
  const { data: categories, isError, refetch } = useQuery(forumCategoriesQuery())
  return (
    <LoadedSelectField
      label="Category"
      name="category"
      value={value}
      onChange={onChange}
      error={error}
      placeholder="Select a category"
      options={categories?.map(({ id, category }) => ({ value: String(id), text: category }))}
      loadError={isError ? 'The categories could not be loaded.' : undefined}
      onRetry={() => refetch()}
    />
  )
}

function lengthErrors({
  title,
  description,
}: Pick<Draft, 'title' | 'description'>): Record<string, string | undefined> {
  return {
    title: lengthProblem('A title', title.trim(), titleMaxLength),
    description: lengthProblem('A description', description.trim(), descriptionMaxLength),
  }
}

export const isTooLong = (draft: Pick<Draft, 'title' | 'description'>): boolean =>
  Object.values(lengthErrors(draft)).some(Boolean)
