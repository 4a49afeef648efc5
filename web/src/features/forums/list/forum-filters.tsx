import type { DiscussionSort, ForumCategory } from '@wtpu/contract/forums/discussions'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import type { Ref } from 'react'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { SearchFilterBar } from '#ui/filter-bar.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { discussionPagesQuery, forumCategoriesQuery } from '#features/forums/api.ts'
import {
  discussionSorts,
  isFiltered,
  parseForumSearch,
  type ForumSearch,
  type OnForumSearch,
} from '#features/forums/search.ts'

const sortLabels: Record<DiscussionSort, string> = {
  latest: 'Latest Activity',
  popular: 'Most Popular',
  replies: 'Most Replies',
  views: 'Most Views',
  oldest: 'Oldest First',
}

/** Search box, category filter and sort selector. */
export function ForumFilters({
  search,
  onSearch,
  onClear,
  searchBox,
}: {
  search: ForumSearch
  onSearch: OnForumSearch
  onClear: () => void
  searchBox: Ref<HTMLInputElement>
}) {
  const { data: categories = [] } = useQuery(forumCategoriesQuery())
  const searchField = useDebouncedSearch(search.q ?? '', JSON.stringify(search), (q) =>
    onSearch({ ...search, q }, 'replace'),
  )
  // Choosing an option also applies text that was typed but not yet searched for.
  const choose = (name: 'category' | 'sort', value: string) =>
    onSearch(parseForumSearch({ ...search, q: searchField.trimmed, [name]: value }), 'push')
  return (
    <SearchFilterBar
      label="Find discussions"
      activeCount={[search.category, search.tag, search.sort].filter(Boolean).length}
      isFiltered={isFiltered(search) || search.sort !== undefined}
      onClear={onClear}
      className="md:grid-cols-2 xl:grid-cols-[2fr_1.1fr_1.1fr]"
      field={searchField}
      searchField={{
        placeholder: 'Search discussions and replies...',
        ref: searchBox,
        clearable: true,
        className: 'md:col-span-2 xl:col-span-1',
      }}
    >
      <SelectField
        label="Category"
        value={categoryId(search.category, categories)}
        onChange={(event) => choose('category', event.target.value)}
      >
        <option value="">All Categories</option>
        {categories.map(({ id, category }) => (
          <option key={id} value={String(id)}>
            {category}
          </option>
        ))}
      </SelectField>
      <SelectField label="Sort by" value={search.sort ?? ''} onChange={(event) => choose('sort', event.target.value)}>
        <option value="">{search.q === undefined ? sortLabels.latest : 'Best Match'}</option>
        {sortOptions(search).map((sort) => (
          <option key={sort} value={sort}>
            {sortLabels[sort]}
          </option>
        ))}
      </SelectField>
    </SearchFilterBar>
  )
}

/** Without a search text, "latest" is the default, whose value is empty. */
const sortOptions = ({ q }: ForumSearch) => discussionSorts.filter((sort) => sort !== 'latest' || q !== undefined)

/** The URL has an id or a name. */
function categoryId(param: string | undefined, categories: readonly ForumCategory[]): string {
  const found = categories.find(
    ({ id, category }) => String(id) === param || category.toLowerCase() === param?.toLowerCase(),
  )
  return found ? String(found.id) : ''
}

/** The tag that filters the list, with a button that removes the filter. The list's discussions tell its name. */
export function TagFilter({ search, onRemove }: { search: ForumSearch; onRemove: () => void }) {
  const { data, isPending } = useInfiniteQuery({ ...discussionPagesQuery(search), enabled: false })
  const tags = data?.pages.flatMap((page) => page.results).flatMap((discussion) => discussion.tags)
  const name = tags?.find(({ id }) => String(id) === search.tag)?.name
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft">
      Discussions with the tag
      <button
        type="button"
        onClick={onRemove}
        className="inline-flex min-h-11 items-center gap-2 rounded-full border border-edge bg-surface px-4 font-medium wrap-anywhere text-ink hover:bg-sunken"
      >
        <span className="sr-only">Remove the filter</span> <bdi>#{name ?? (isPending ? '…' : search.tag)}</bdi>
        <X aria-hidden className="size-4 shrink-0" />
      </button>
    </p>
  )
}
