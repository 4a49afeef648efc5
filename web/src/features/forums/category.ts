import type { Discussion } from '@wtpu/contract/forums/discussions'
import { parseForumSearch } from './search.ts'

/** Shown for a discussion without a category. */
const fallback = 'General'

/** The name of a discussion's category, and the search params of /forums that list its discussions. */
export function categoryOf({ category, category_id }: Pick<Discussion, 'category' | 'category_id'>) {
  return category
    ? { name: category, search: parseForumSearch({ category: String(category_id) }) }
    : { name: fallback, search: parseForumSearch({ category: fallback }) }
}
