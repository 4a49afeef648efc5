import { useInfiniteQuery } from '@tanstack/react-query'
import type { CaseStatus, CaseSummary } from '@wtpu/contract/moderation/cases'
import { reasonNames } from '@wtpu/contract/moderation/reports'
import { Inbox, Keyboard, ShieldQuestion } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { onShortcuts } from '#lib/shortcuts.ts'
import { shortcuts } from '#lib/stored-switch.ts'
import { useNow } from '#lib/time.ts'
import { RelativeTime } from '#community/relative-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState, NotFound } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { casePagesQuery } from './api.ts'
import { claimerOf } from './claimer.ts'
import { CaseView } from './case-view.tsx'
import { RowsSkeleton } from './own-decisions.tsx'
import { kindNames } from '@wtpu/contract/moderation/names'
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
  const hasShortcuts = shortcuts.use()
  const cases = pages.data?.pages.flatMap((page) => page.results) ?? []
  const open = ({ id }: CaseSummary) => onSearch({ status: search.status, case: String(id) })
  function openNextCase() {
    const index = cases.findIndex(({ id }) => String(id) === search.case)
    const next = cases[index + 1] ?? cases[index - 1]
    if (next) open(next)
    else heading.current?.focus()
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
    return (
      <NotFound className="frame min-h-dvh" icon={<ShieldQuestion />} title="Page not found" actions={null}>
        There is nothing at this address.
      </NotFound>
    )
  }
  const counts = pages.data?.pages[0]?.counts
  const tabs = Object.entries(tabNames).map(([value, name]) => ({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of `tabNames`
    value: value as CaseStatus,
    label: counts ? `${name} (${counts[value]?.toLocaleString('en-US')})` : name,
  }))
  return (
    <div className="frame min-h-dvh py-6 sm:py-10">
      <h1 ref={heading} tabIndex={-1} className="mb-4 text-3xl leading-tight sm:text-4xl">
        Moderation
      </h1>
      <Tabs
        label="Cases"
        tabs={tabs}
        value={status}
        onChange={(next) => onSearch({ status: next === 'open' ? undefined : next })}
      >
        {/* On phones, an open case takes the place of the list. */}
        <div ref={panes} className="grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
          <div className={classes(search.case !== undefined && 'max-lg:hidden')}>
            <CaseList key={status} pages={pages} cases={cases} openId={search.case} onOpen={open} panes={panes} />
          </div>
          {search.case === undefined ? (
            cases.length > 0 && (
              <div className="max-lg:hidden">
                <EmptyState icon={<Keyboard />} title="Choose a case">
                  {hasShortcuts ? (
                    <>
                      While focus is in the list or in a case, press <kbd>j</kbd> for the next case and <kbd>k</kbd> for
                      the one before.
                    </>
                  ) : (
                    'It is shown here.'
                  )}
                </EmptyState>
              </div>
            )
          ) : (
            <CaseView
              key={search.case}
              id={Number(search.case)}
              onDecided={openNextCase}
              onClose={close}
              panes={panes}
              Media={Media}
            />
          )}
        </div>
      </Tabs>
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
  if (pages.isPending) return <RowsSkeleton label="Loading cases..." />
  if (!pages.data) return <ErrorState title="The cases could not be loaded" query={pages} />
  if (cases.length === 0) {
    return (
      <EmptyState icon={<Inbox />} title="No cases here">
        Reports and appeals appear here.
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label="Cases" className={cardClass('mb-4 divide-y divide-line overflow-hidden')}>
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

/** `j` opens the next case, `k` the one before: also of a case that has left the list, because it was decided. */
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
      className="w-full p-4 text-left hover:bg-sunken focus-visible:-outline-offset-4 aria-[current]:bg-tint"
    >
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{kindNames[kind]}</span>
        {hidden && <Badge tone="warning">Hidden</Badge>}
        <span className="text-sm text-soft">
          {count === 0 ? (hidden ? 'Repeated text' : 'No reports') : count === 1 ? '1 report' : `${count} reports`} ·{' '}
          <RelativeTime at={created_at} preset="forum" />
        </span>
      </span>
      <span dir="auto" className="mt-1 line-clamp-2 wrap-anywhere">
        {excerpt}
      </span>
      <span className="mt-1 block text-sm text-soft">
        {reasons.map((reason) => reasonNames[reason]).join(', ')}
        {claimer && ` · ${claimer.name}`}
      </span>
    </button>
  )
}
