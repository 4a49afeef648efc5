import { useQuery } from '@tanstack/react-query'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import { forumCategoriesQuery } from '#features/forums/api.ts'

/** A choice of the categories, by id. */
export function CategoryField({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (value: string) => void
  error: string | undefined
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
