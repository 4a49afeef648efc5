import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import X from 'lucide-react/icons/x'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import type { DebouncedSearch } from '#lib/debounced-search.ts'
import { useWidth } from '#lib/use-media-query.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog/dialog.tsx'
import { SearchField } from './form/search-field.tsx'

/**
 * A search field and filters. From `md` up they are one form. On a phone, the filters move into a sheet, which a button
 * with the number of active filters opens.
 */
export function FilterBar({
  label,
  search,
  activeCount,
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
  /** The number of active filters, without the search text. */
  activeCount: number
  /** Whether a filter or the search text is set. */
  clearable: boolean
  /** For pages that have their own clear button from `md` up. */
  clearInSheetOnly?: boolean
  onSubmit: () => void
  onClear: () => void
  /** The grid columns of the form from `md` up. */
  className: string
  children: ReactNode
}) {
  const { isNarrow, isWide } = useWidth('48rem')
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      className={classes(
        'max-md:flex max-md:flex-wrap max-md:items-end max-md:gap-2',
        // A card.
        'md:grid md:gap-4 md:rounded-card md:border md:border-line md:bg-surface md:p-5 md:shadow-raised',
        className,
      )}
    >
      {search}
      {isNarrow && (
        <FilterSheet activeCount={activeCount} clearable={clearable} onClear={onClear}>
          {children}
        </FilterSheet>
      )}
      {isWide && (
        <div className="max-md:hidden md:contents">
          {children}
          {clearable && !clearInSheetOnly && (
            <div className="order-last col-span-full">
              <ClearAll size="small" onClick={onClear} />
            </div>
          )}
        </div>
      )}
    </form>
  )
}

/** A `FilterBar` whose search field follows `useDebouncedSearch`. Clearing also discards text that was not applied yet. */
export function SearchFilterBar({
  field,
  isFiltered,
  onClear,
  searchField: { className = '', ...searchField },
  ...bar
}: Omit<ComponentProps<typeof FilterBar>, 'search' | 'clearable' | 'onSubmit'> & {
  field: DebouncedSearch
  /** Whether a filter is set or a search text was applied. */
  isFiltered: boolean
  searchField: Omit<ComponentProps<typeof SearchField>, 'value' | 'onChange' | 'hideLabelOnPhone'>
}) {
  return (
    <FilterBar
      {...bar}
      clearable={isFiltered || field.trimmed !== ''}
      onSubmit={field.apply}
      onClear={() => {
        field.change('')
        onClear()
      }}
      search={
        <SearchField
          {...searchField}
          value={field.text}
          onChange={field.change}
          hideLabelOnPhone
          className={classes('min-w-0 flex-1 basis-40', className)}
        />
      }
    />
  )
}

/** The Filters button and the sheet that it opens. Changes apply immediately to the page behind the sheet. */
function FilterSheet({
  activeCount,
  clearable,
  onClear,
  children,
}: {
  activeCount: number
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
        aria-label={activeCount > 0 ? `Filters, ${activeCount} active` : undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="shrink-0 px-3.5! md:hidden"
      >
        <SlidersHorizontal aria-hidden className="size-4 max-[22rem]:hidden" />
        Filters
        {activeCount > 0 && (
          <span className="-mr-1 flex h-5 min-w-5 items-center justify-center rounded-full bg-brand px-1 text-sm text-on-brand tabular-nums">
            {activeCount}
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
