import { ArrowDown } from 'lucide-react'
import { useStore } from '#lib/store.ts'
import { useThread } from '#features/forums/thread/state/thread-context.ts'
import { type ThreadView } from '#features/forums/thread/state/thread-view.ts'
import { actionClass } from './reaction-buttons.tsx'

/** Moves from a new comment to the next one. */
export function NextNewButton({ commentId }: { commentId: number }) {
  const { view } = useThread()
  const hasOthers = useStore(view, (state) => state.newCount > 1)
  if (!hasOthers) return null
  return (
    <button type="button" className={`${actionClass} -my-2.5`} onClick={() => focusNextNew(view, commentId)}>
      <ArrowDown aria-hidden className="size-4" />
      <span>
        Next new <span className="sr-only">comment</span>
      </span>
    </button>
  )
}

/** Moves focus to the new comment after this one in the order of the page, from the last one to the first. */
export function focusNextNew(view: ThreadView, after?: number): void {
  const ids = [...document.querySelectorAll<HTMLElement>('article[data-new]')]
    .filter((element) => element.checkVisibility?.() ?? true)
    .map(({ id }) => Number(id.replace('comment-', '')))
  const next = ids[after === undefined ? 0 : ids.indexOf(after) + 1] ?? ids[0]
  if (next !== undefined) view.focus(next, 'start')
}
