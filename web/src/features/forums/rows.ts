import type { ListedDiscussion } from '@wtpu/contract/forums/discussions'

/** Pages can overlap when discussions became active while they were loaded. The first place counts. */
export function rowsOf(pages: readonly { results: readonly ListedDiscussion[] }[] = []): ListedDiscussion[] {
  const byId = new Map<number, ListedDiscussion>()
  for (const row of pages.flatMap((page) => page.results)) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()]
}
