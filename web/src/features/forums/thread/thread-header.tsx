import type { CommentSort } from '@wtpu/contract/forums/comments'
import { ArrowDown } from 'lucide-react'
import { fullCount } from '#lib/format.ts'
import { useStore } from '#lib/store.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/select-field.tsx'
import { focusNextNew } from './comment/next-new-button.tsx'
import { useThread } from './state/thread-context.ts'
import { sortLabels } from './messages.ts'

const sorts = ['oldest', 'newest', 'popular'] as const

/** The number of replies, the jump to new ones, and the order. */
export function ThreadHeader({
  count,
  sort,
  onSort,
}: {
  count: number
  /** Undefined on the view of one comment, whose replies are always listed oldest first. */
  sort: CommentSort | undefined
  onSort: (sort: CommentSort) => void
}) {
  return (
    <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
      <h2 id="replies-title" className="text-2xl">
        Replies <span className="tabular-nums">({fullCount(count)})</span>
      </h2>
      <NewSinceLastVisit />
      {sort && (
        <SelectField
          label="Sort replies"
          value={sort}
          onChange={({ target }) => onSort(sorts.find((one) => one === target.value) ?? 'newest')}
          className="w-full min-[30rem]:w-52"
        >
          {sorts.map((one) => (
            <option key={one} value={one}>
              {sortLabels[one]}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}

/** Reserves no place: new comments are known once they are loaded, and the heading's line has room. */
function NewSinceLastVisit() {
  const { view } = useThread()
  const count = useStore(view, ({ newCount }) => newCount)
  if (count === 0) return null
  return (
    <Button variant="secondary" size="small" onClick={() => focusNextNew(view)} className="sm:mr-auto">
      <ArrowDown aria-hidden className="size-4" />
      <span>
        {fullCount(count)} new since your last visit<span className="sr-only">: go to the first</span>
      </span>
    </Button>
  )
}
