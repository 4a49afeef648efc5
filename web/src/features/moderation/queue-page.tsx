import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { CaseStatus, CaseSummary } from '@wtpu/contract/moderation/cases'
import { reasonNames } from '@wtpu/contract/moderation/reports'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import Inbox from 'lucide-react/icons/inbox'
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { classes } from '#lib/classes.ts'
import { onShortcuts } from '#lib/small/shortcuts.ts'
import { shortcuts } from '#lib/stored-switch.ts'
import { useNow } from '#lib/time.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TabList, tabPanel } from '#ui/tabs.tsx'
import { casePagesQuery } from './api.ts'
import { claimerOf } from './claimer.ts'
import { CaseView, paneClass } from './case-view.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { RowsSkeleton } from './own-decisions.tsx'
import { kindName } from '@wtpu/contract/moderation/on-demand/names'
import type { QueueSearch } from './search.ts'

const tabNames: Record<CaseStatus, string> = { open: 'Open', mine: 'Mine', appeals: 'Appeals', closed: 'Closed' }

interface Props {
  search: QueueSearch
  onSearch: (search: QueueSearch) => void
}

/** The cases of moderators: a list, and the case that is open. To everyone else, this page does not exist. */
export function QueuePage({ search, onSearch, Media }: Props & Pick<ComponentProps<typeof CaseView>, 'Media'>) {
  const status = search.status ?? 'open'
  const pages = useInfiniteQuery(casePagesQuery(status))
  const heading = useRef<HTMLHeadingElement>(null)
  const panes = useRef<HTMLDivElement>(null)
  const tabsId = useId()
  const cases = pages.data?.pages.flatMap((page) => page.results) ?? []
  const index = cases.findIndex(({ id }) => String(id) === search.case)
  const open = ({ id }: CaseSummary) => onSearch({ status: search.status, case: String(id) })
  function openNextCase() {
    const next = cases[index + 1] ?? cases[index - 1]
    if (next) return open(next)
    onSearch({ status: search.status })
    heading.current?.focus()
  }
  const closed = useRef<string>(undefined)
  function close() {
    closed.current = search.case
    onSearch({ status: search.status })
  }
  // On phones, the list is hidden until the case is closed.
  useEffect(() => {
    if (search.case !== undefined || closed.current === undefined) return
    ;(document.getElementById(rowId(closed.current)) ?? heading.current)?.focus()
    closed.current = undefined
  }, [search.case])
  if (pages.error?.status === 404 && !pages.data) {
    return <StaffMissing />
  }
  const { counts, oldest_opened_at: oldestAt } = pages.data?.pages[0] ?? {}
  const tabs = Object.entries(tabNames).map(([value, name]) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `tabNames`
    value: value as CaseStatus,
    label: counts ? `${name} (${fullCount(counts[value] ?? 0)})` : name,
  }))
  // On phones, an open case takes the place of the list and of what is above it.
  const onlyWithList = search.case !== undefined && 'max-lg:hidden'
  return (
    // As high as the window below the header (4 rem and a line), so that each pane scrolls by itself.
    <div className="lg:flex lg:h-[calc(100dvh-4rem-1px)] lg:min-h-128 lg:flex-col">
      <div className="border-line lg:border-b lg:px-4">
        <div className="flex flex-wrap items-center gap-x-6 max-lg:px-4 lg:pt-2">
          <h1
            ref={heading}
            tabIndex={-1}
            className={classes('max-lg:mt-4', search.case !== undefined && 'max-lg:sr-only')}
          >
            Moderation
          </h1>
          <TabList
            id={tabsId}
            label="Cases"
            tabs={tabs}
            value={status}
            onChange={(next) => onSearch({ status: next === 'open' ? undefined : next })}
            className={classes('overflow-x-auto max-lg:w-full lg:border-b-0', onlyWithList)}
            tabClassName="shrink-0 px-2 whitespace-nowrap sm:px-3"
          />
          {oldestAt && (
            <p className={classes('text-sm max-lg:py-2 lg:ml-auto', onlyWithList)}>
              Oldest open case: <RelativeTime at={oldestAt} preset="forum" />
            </p>
          )}
          <KeysButton panes={panes} />
        </div>
      </div>
      {search.case !== undefined && (
        <PhoneBar
          position={index < 0 ? '' : `${index + 1} of ${fullCount(counts?.[status] ?? cases.length)}`}
          onClose={close}
          before={cases[index - 1]}
          next={cases[index + 1]}
          onOpen={open}
        />
      )}
      <div
        ref={panes}
        {...tabPanel(tabsId, status)}
        className="grid grid-cols-[minmax(0,1fr)] focus-visible:-outline-offset-4 lg:min-h-0 lg:flex-1 lg:grid-cols-[17rem_minmax(0,1fr)_17rem] xl:grid-cols-[19rem_minmax(0,1fr)_19rem]"
      >
        <div className={classes(paneClass, 'border-line lg:border-r', onlyWithList)}>
          <CaseList key={status} pages={pages} cases={cases} openId={search.case} onOpen={open} panes={panes} />
        </div>
        {search.case === undefined ? (
          cases.length > 0 && (
            <div className="p-6 max-lg:hidden">
              <EmptyState icon={<Inbox />} title="Choose a case">
                It is shown here.
              </EmptyState>
            </div>
          )
        ) : (
          <CaseView key={search.case} id={Number(search.case)} onDecided={openNextCase} panes={panes} Media={Media} />
        )}
      </div>
    </div>
  )
}

/** Opens the list of keys, by a click or "?". Only where there is a keyboard. */
function KeysButton({ panes }: Pick<ListProps, 'panes'>) {
  const [open, setOpen] = useState(false)
  const hasShortcuts = shortcuts.use()
  useEffect(() => onShortcuts({ '?': () => setOpen(true) }, panes.current ?? undefined), [panes])
  return (
    <>
      {hasShortcuts && (
        <button
          type="button"
          aria-label="Keys"
          onClick={() => setOpen(true)}
          className={buttonClass({ variant: 'ghost', size: 'small' }) + ' max-lg:hidden pointer-coarse:hidden'}
        >
          <CircleQuestionMark aria-hidden className="size-5" />
        </button>
      )}
      <KeysDialog open={open} onOpenChange={setOpen} />
    </>
  )
}

interface PhoneBarProps {
  position: string
  onClose: () => void
  before: CaseSummary | undefined
  next: CaseSummary | undefined
  onOpen: (summary: CaseSummary) => void
}

/** Back to the list, and to the cases before and after. Where the list stays on the screen, nothing. */
function PhoneBar({ position, onClose, before, next, onOpen }: PhoneBarProps) {
  return (
    <div className="flex items-center justify-between gap-2 border-b border-line px-1 lg:hidden">
      <Button variant="ghost" size="small" onClick={onClose}>
        <ArrowLeft aria-hidden className="size-4" /> All cases
      </Button>
      <span className="flex items-center text-sm text-soft">
        {position}
        <Button
          variant="ghost"
          size="small"
          aria-label="Case before"
          disabled={!before}
          title={before ? undefined : 'This is the first case.'}
          onClick={() => before && onOpen(before)}
        >
          <ChevronUp aria-hidden className="size-5" />
        </Button>
        <Button
          variant="ghost"
          size="small"
          aria-label="Next case"
          disabled={!next}
          title={next ? undefined : 'This is the last case.'}
          onClick={() => next && onOpen(next)}
        >
          <ChevronDown aria-hidden className="size-5" />
        </Button>
      </span>
    </div>
  )
}

interface ListProps {
  pages: ReturnType<typeof useCasePages>
  cases: CaseSummary[]
  openId: string | undefined
  onOpen: (summary: CaseSummary) => void
  panes: RefObject<HTMLElement | null>
}

function CaseList({ pages, cases, openId, onOpen, panes }: ListProps) {
  useMoveByKeys({ cases, openId, onOpen, panes })
  if (cases.length === 0) {
    return (
      <div className="p-4">
        {pages.isPending ? (
          <RowsSkeleton label="Loading cases..." />
        ) : pages.data ? (
          <EmptyState icon={<Inbox />} title="No cases here">
            Reports and appeals appear here.
          </EmptyState>
        ) : (
          <ErrorState title="The cases could not be loaded" query={pages} />
        )}
      </div>
    )
  }
  return (
    <>
      <ul aria-label="Cases" className="divide-y divide-line border-b border-line">
        {cases.map((summary) => (
          <li key={summary.id}>
            <CaseRow summary={summary} isOpen={String(summary.id) === openId} onOpen={() => onOpen(summary)} />
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} />
    </>
  )
}

const useCasePages = (status: CaseStatus) => useInfiniteQuery(casePagesQuery(status))

const rowId = (id: number | string) => `case-${id}`

/** `j` opens the next case, `k` the one before. Both also work from a case that was decided and has left the list. */
function useMoveByKeys({ cases, openId, onOpen, panes }: Omit<ListProps, 'pages'>): void {
  const index = cases.findIndex(({ id }) => String(id) === openId)
  const position = useRef(0)
  useEffect(() => {
    if (index >= 0) position.current = index
  }, [index])
  const move = useEffectEvent((step: 1 | -1) => {
    // The case after one that has left has its position now.
    const from = index < 0 && step === 1 ? position.current - 1 : position.current
    const next = cases[from + step]
    if (next) onOpen(next)
  })
  useEffect(() => onShortcuts({ j: () => move(1), k: () => move(-1) }, panes.current ?? undefined), [panes])
}

function CaseRow({ summary, isOpen, onOpen }: { summary: CaseSummary; isOpen: boolean; onOpen: () => void }) {
  const { kind, excerpt, report_count: count, reasons, hidden, created_at } = summary
  const claimer = claimerOf(summary, useNow(60_000))
  return (
    <button
      type="button"
      id={rowId(summary.id)}
      aria-current={isOpen || undefined}
      onClick={onOpen}
      className="block w-full px-4 py-3 text-left leading-snug hover:bg-sunken focus-visible:-outline-offset-4 aria-[current]:bg-tint aria-[current]:shadow-[inset_4px_0_0_var(--accent)]"
    >
      <span className="flex flex-wrap items-center justify-between gap-x-2 text-sm">
        <span className="flex flex-wrap items-center gap-x-2">
          <span>
            <span className="font-semibold">{kindName(kind)}</span> ·{' '}
            {count === 0 ? (hidden ? 'Repeated text' : 'No reports') : count === 1 ? '1 report' : `${count} reports`}
          </span>
          {hidden && <Badge tone="warning">Hidden</Badge>}
        </span>
        <RelativeTime at={created_at} preset="forum" />
      </span>
      <span dir="auto" {...attributesOf(summary)} className="mt-1 line-clamp-2 wrap-anywhere">
        {excerpt}
      </span>
      <span className="mt-1 block text-sm text-soft">
        {reasons.map((reason) => reasonNames[reason]).join(', ')}
        {claimer && ` · ${claimer.name}`}
      </span>
    </button>
  )
}
