import { useProgressiveRows } from './progressive-rows.ts'
import { useStableList, type NewRowMode } from './stable-list.ts'

/** The part of an infinite query that a list shows. */
export interface Pages<Row> extends NextPage {
  data: { pages: readonly { results: readonly Row[] }[] } | undefined
}

export interface NextPage {
  data: { pages: readonly unknown[] } | undefined
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

/**
 * The rows of an infinite query, for `EndlessList`. Rows do not move while they are read: new rows of others wait until
 * `showWaiting`, the viewer's own come first at once. Give the component a key per search.
 */
export function useEndlessList<Row extends { id: number }>(
  pages: Pages<Row>,
  {
    mode = 'wait',
    keepRemoved,
    isOwn = () => false,
    rowsPerStep = Infinity,
    firstRows,
  }: {
    mode?: NewRowMode
    /** Rows that the server no longer returns keep their places. */
    keepRemoved?: boolean
    isOwn?: (row: Row) => boolean
    /** Renders this many rows at a time, because a whole page of cards blocks a phone. */
    rowsPerStep?: number
    firstRows?: number
  } = {},
) {
  const fresh = pages.data?.pages.flatMap((page) => page.results) ?? []
  const { items, waiting, showWaiting } = useStableList(fresh, mode, { keepRemoved })
  const own = waiting.filter(isOwn)
  return {
    ...useProgressiveRows([...own, ...items], rowsPerStep, { firstRows }),
    /** The rows that the server returned last. */
    fresh,
    /** The rows that do not wait. Some of them may not be rendered yet. */
    items,
    waiting: waiting.filter((row) => !own.includes(row)),
    showWaiting,
    pages,
  }
}
