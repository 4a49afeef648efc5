import { fullCount } from '@wtpu/contract/full-count'
import { describeRollCall, outcomeText } from '@wtpu/contract/on-demand/roll-call-sentence'
import { chamberNames, chambers, type AnsweredRollCall, type PollAnswer } from '@wtpu/contract/roll-calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import SearchX from 'lucide-react/icons/search-x'
import { RollCallDate, RollCallLink } from '#community/congress/roll-call-link.tsx'
import { Term } from '#community/small/term.tsx'
import { StopWordsNote } from '#community/search-advice.tsx'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { shortDate } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchFilterBar } from '#ui/filter-bar.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { rollCallPagesQuery } from './api.ts'
import type { RollCallSearch } from './search.ts'

/** Typing replaces the browser's history entry; choosing an option pushes a new one. */
type OnSearch = (search: RollCallSearch, historyMode: 'push' | 'replace') => void

/** `/roll-calls`, for everyone. */
export function RollCallsPage({ search, onSearch }: { search: RollCallSearch; onSearch: OnSearch }) {
  return (
    <div className="page max-w-4xl">
      <h1>Votes of Congress</h1>
      <p className="mt-2 mb-6 max-w-prose text-soft sm:text-lg">
        How the House and the Senate voted. If a poll here asks the same question, its answer is shown too. It comes
        from people who <Term name="Self-selected">chose to vote</Term>, who are not a sample of the public.
      </p>
      <Filters search={search} onSearch={onSearch} />
      <RollCalls search={search} onClear={() => onSearch({}, 'push')} />
    </div>
  )
}

function Filters({ search, onSearch }: { search: RollCallSearch; onSearch: OnSearch }) {
  const { q = '', chamber, filter } = search
  const field = useDebouncedSearch(q, JSON.stringify(search), (text) => onSearch({ ...search, q: text }, 'replace'))
  const choose = (chosen: RollCallSearch) => onSearch({ ...search, q: field.trimmed, ...chosen }, 'push')
  const selected = [chamber, filter].filter(Boolean).length
  return (
    <SearchFilterBar
      label="Filter votes of Congress"
      activeCount={selected}
      isFiltered={selected > 0}
      onClear={() => onSearch({}, 'push')}
      className="md:grid-cols-[1fr_auto_auto]"
      field={field}
      searchField={{ label: 'Search votes', placeholder: 'Search bills and questions...' }}
    >
      <SelectField
        label="Chamber"
        value={chamber ?? ''}
        onChange={({ target }) => choose({ chamber: chambers.find((name) => name === target.value) })}
      >
        <option value="">Both Chambers</option>
        {chambers.map((name) => (
          <option key={name} value={name}>
            {chamberNames[name]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Polls here"
        value={filter ?? ''}
        onChange={({ target }) => choose({ filter: target.value === 'asked' ? 'asked' : undefined })}
      >
        <option value="">All votes</option>
        <option value="asked">Asked here</option>
      </SelectField>
    </SearchFilterBar>
  )
}

interface ListProps {
  search: RollCallSearch
  onClear: () => void
}

const isFiltered = (search: RollCallSearch) => Object.values(search).some(Boolean)

function RollCalls(props: ListProps) {
  const { data } = useInfiniteQuery(rollCallPagesQuery(props.search))
  const count = data?.pages[0]?.count
  const isSample = data?.pages.some(({ results }) => results.some((rollCall) => rollCall.is_sample))
  return (
    <>
      {/* Outside what has a key: screen readers read a change of it, but nothing that is new with its text. */}
      <p className="mt-5 mb-2 flex min-h-5 flex-wrap items-center gap-2 text-sm text-soft tabular-nums">
        {/* An empty list says so itself, but only a search is announced. */}
        <output>
          {count !== undefined &&
            (count > 0 || isFiltered(props.search)) &&
            `${fullCount(count)} ${count === 1 ? 'vote' : 'votes'}, newest first`}
        </output>
        {isSample && <Badge tone="warning">Made up for this demo</Badge>}
      </p>
      <RollCallList
        // So that a list of other filters does not show pages of this one.
        key={JSON.stringify(props.search)}
        {...props}
      />
    </>
  )
}

function RollCallList({ search, onClear }: ListProps) {
  const pages = useInfiniteQuery(rollCallPagesQuery(search))
  if (pages.isPending) return <RowsSkeleton />
  if (!pages.data) {
    return (
      <div className="mt-6">
        <ErrorState title="The votes of Congress could not be loaded" query={pages} />
      </div>
    )
  }
  const rollCalls = pages.data.pages.flatMap((page) => page.results)
  if (rollCalls.length === 0) return <NoRollCalls search={search} onClear={onClear} />
  return (
    <>
      <StopWordsNote q={search.q ?? ''} />
      <ol aria-label="Votes of Congress" className="mb-4 divide-y divide-line border-y border-line">
        {rollCalls.map((rollCall) => (
          <li key={rollCall.id} className="py-3">
            <p className="line-clamp-3 py-0.5 font-semibold">
              <RollCallLink rollCall={rollCall} />
            </p>
            <Facts rollCall={rollCall} />
          </li>
        ))}
      </ol>
      <LoadMore pages={pages} automatic={false} />
    </>
  )
}

function Facts({ rollCall }: { rollCall: AnsweredRollCall }) {
  const { chamber, date, poll } = rollCall
  const { against } = describeRollCall(rollCall)
  return (
    <p className="mt-1 text-sm text-soft tabular-nums">
      <span className="max-sm:block">
        {chamberNames[chamber]} · <RollCallDate date={date} />
      </span>
      <span className="max-sm:block">
        <Dot /> {outcomeText(rollCall)}
        {against !== null && `. ${against}`}
      </span>
      {poll && (
        <span className="max-sm:block">
          <Dot />{' '}
          <Link to="/results/$pollId" params={{ pollId: String(poll.id) }} className="text-link">
            Asked here<span className="sr-only">: {poll.question}</span>
          </Link>
          {': '}
          {answerText(poll)}
        </span>
      )}
    </p>
  )
}

/** On a phone, each fact has its own line, which therefore does not depend on the font. */
const Dot = () => (
  <span aria-hidden className="max-sm:hidden">
    {'\u00A0'}·
  </span>
)

/** Fewer votes are not compared with Congress, nor is a lead of fewer points. */
const minVotes = 100
const minLead = 10

function answerText({ yes, no, total_votes: total, closed_at: closedAt }: PollAnswer): string {
  const counted = `${fullCount(total)} ${total === 1 ? 'vote' : 'votes'} ${closedAt === null ? 'so far' : `by ${shortDate(new Date(closedAt))}`}`
  if (total < minVotes) return `too few to compare, ${counted}`
  if (Math.abs(yes - no) * 100 < minLead * total) return `too close, ${counted}`
  return `${fullCount(yes)} yes, ${fullCount(no)} no of ${counted}`
}

function NoRollCalls({ search, onClear }: { search: RollCallSearch; onClear: () => void }) {
  return (
    <div className="mt-6">
      <StopWordsNote q={search.q ?? ''} />
      {isFiltered(search) ? (
        <EmptyState
          icon={<SearchX />}
          title="No votes found"
          action={
            <Button variant="secondary" onClick={onClear}>
              Clear Filters
            </Button>
          }
        >
          Try other words, or look in both chambers.
        </EmptyState>
      ) : (
        <EmptyState icon={<Landmark />} title="No votes of Congress yet">
          They appear here once they have been imported.
        </EmptyState>
      )}
    </div>
  )
}

function RowsSkeleton() {
  return (
    <LoadingState label="Loading votes of Congress...">
      <div className="mt-6 grid gap-4">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    </LoadingState>
  )
}
