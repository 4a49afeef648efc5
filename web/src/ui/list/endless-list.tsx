import { useRef, type ReactNode } from 'react'
import type { useEndlessList } from '#lib/endless-list.ts'
import { LoadMore } from './load-more.tsx'
import { NewItemsPill } from './new-items-pill.tsx'

const automaticPages = 5

/** What surrounds the rows of an endless list: a pill for new rows above them, and the next page below. */
export function EndlessList({
  list,
  noun,
  newCount = list.waiting.length,
  loadNew,
  automatic = true,
  pauses = false,
  children,
}: {
  list: Omit<ReturnType<typeof useEndlessList>, 'rows' | 'fresh' | 'items'>
  /** Names a new row, for example "poll". */
  noun: string
  newCount?: number
  /** Called before new rows are shown. They are not if it resolves to false. */
  loadNew?: () => Promise<boolean>
  automatic?: boolean
  /** Every five pages, a click is needed to go on, so that the page's footer can be reached. */
  pauses?: boolean
  children: ReactNode
}) {
  const top = useRef<HTMLDivElement>(null)
  async function showNew() {
    if (loadNew && !(await loadNew())) return
    list.showWaiting()
    // The pill disappears, so move focus to the list.
    top.current?.focus({ preventScroll: true })
    top.current?.scrollIntoView()
  }
  const pageCount = list.pages.data?.pages.length ?? 0
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-24 outline-none">
      <NewItemsPill count={newCount} noun={noun} onShow={() => void showNew()} />
      <div className={list.listClass}>{children}</div>
      {/* Not below the first rows only: the next ones would move it. */}
      {(list.isComplete || pageCount > 1) && (
        <LoadMore
          pages={list.pages}
          automatic={automatic && list.isComplete && !(pauses && pageCount % automaticPages === 0)}
        />
      )}
    </div>
  )
}
