import { SlidersHorizontal, X } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { phone, useMediaQuery } from '#lib/use-media-query.ts'
import { Button } from './button.tsx'
import { cardClass } from './card.tsx'
import { Dialog } from './dialog/dialog.tsx'

/**
 * A search field with its filters. From `md` on everything is in one form; on a phone the filters move into a sheet behind
 * a button that counts the active ones.
 */
export function FilterBar({
  label,
  search,
  active,
  clearable,
  clearInSheetOnly = false,
  onSubmit,
  onClear,
  className,
  children,
}: {
  /** Names the form for screen readers. */
  label: string
  search: ReactNode
  /** How many of the filters are set, the search text not counted. */
  active: number
  /** Whether there is anything to clear: a filter or a search text. */
  clearable: boolean
  /** From `md` on the page has a clear button elsewhere. */
  clearInSheetOnly?: boolean
  onSubmit: () => void
  onClear: () => void
  /** The columns of the form from `md` on. */
  className: string
  /** The filters, as fields. */
  children: ReactNode
}) {
  const compact = useMediaQuery(phone)
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className={compact ? 'flex items-end gap-2' : cardClass(classes('grid gap-4 p-5', className))}
    >
      {search}
      {compact ? (
        <FilterSheet active={active} clearable={clearable} onClear={onClear}>
          {children}
        </FilterSheet>
      ) : (
        <>
          {children}
          {clearable && !clearInSheetOnly && (
            <div className="order-last col-span-full">
              <ClearAll size="small" onClick={onClear} />
            </div>
          )}
        </>
      )}
    </form>
  )
}

/** The filters' button and, behind it, the sheet that holds them. A change takes effect at once, behind the sheet. */
function FilterSheet({
  active,
  clearable,
  onClear,
  children,
}: {
  active: number
  clearable: boolean
  onClear: () => void
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  function clear() {
    setOpen(false)
    onClear()
  }
  return (
    <>
      <Button
        variant="secondary"
        aria-label={active > 0 ? `Filters, ${active} active` : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="shrink-0 px-3.5!"
      >
        <SlidersHorizontal aria-hidden className="size-4 max-[22rem]:hidden" />
        Filters
        {active > 0 && (
          <span className="-mr-1 flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1 text-xs text-on-brand tabular-nums">
            {active}
          </span>
        )}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Filters"
        sheet
        actions={
          <>
            {clearable && <ClearAll onClick={clear} className="mr-auto px-2!" />}
            <Button onClick={() => setOpen(false)}>Show results</Button>
          </>
        }
      >
        <div className="grid gap-4">{children}</div>
      </Dialog>
    </>
  )
}

function ClearAll(props: Pick<ComponentProps<typeof Button>, 'size' | 'onClick' | 'className'>) {
  return (
    <Button variant="ghost" {...props}>
      <X aria-hidden className="size-4" />
      Clear All Filters
    </Button>
  )
}
