import { useQuery } from '@tanstack/react-query'
import { SelectField } from '#ui/form/select-field.tsx'
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
