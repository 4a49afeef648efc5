import { maxCountedMatches, type SearchKind, type SearchReply } from '@wtpu/contract/site/search'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { classes } from '#lib/classes.ts'
import { CorrectedNote } from './corrected-note.tsx'
import { countLabel, kindLabels } from './messages.ts'
import { NoResults } from './no-results.tsx'
import { matchRows } from './rows/match-rows.tsx'
import { ResultList } from './rows/result-list.tsx'
import { parseSiteSearch } from './search.ts'

/** The first matches of each kind. */
export function AllKinds({
  q,
  reply,
  kinds,
  isStale,
}: {
  q: string
  reply: SearchReply
  kinds: readonly SearchKind[]
  /** The reply belongs to the query before this one. */
  isStale: boolean
}) {
  const found = kinds.filter((kind) => (reply[kind]?.count ?? 0) > 0)
  const total = found.reduce((sum, kind) => sum + (reply[kind]?.count ?? 0), 0)
  return (
    <div aria-busy={isStale} className={classes('transition-opacity duration-150', isStale && 'opacity-60')}>
      <output className="sr-only">{isStale ? '' : statusText(total, reply, found)}</output>
      {found.length === 0 ? (
        <NoResults q={q} suggestions={reply.suggestions} />
      ) : (
        <>
          <CorrectedNote corrected={reply.corrected} />
          <div className="grid gap-8">
            {found.map((kind) => (
              <Group key={kind} q={q} kind={kind} reply={reply} />
            ))}
          </div>
        </>
      )}
    </div>
  )
}

function statusText(total: number, reply: SearchReply, found: readonly SearchKind[]): string {
  if (total === 0) return 'No results'
  const isBounded = found.some((kind) => (reply[kind]?.count ?? 0) >= maxCountedMatches)
  return `${isBounded ? 'More than ' : ''}${total} ${total === 1 ? 'result' : 'results'}`
}

function Group({ q, kind, reply }: { q: string; kind: SearchKind; reply: SearchReply }) {
  const id = useId()
  const { count = 0, results = [] } = reply[kind] ?? {}
  return (
    <section aria-labelledby={id}>
      <div className="mb-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {kindLabels[kind]}{' '}
          <span className="ml-1 font-sans text-base font-normal text-soft tabular-nums">{countLabel(count)}</span>
        </h2>
        {count > results.length && (
          <Link
            to="/search"
            search={parseSiteSearch({ q, kind })}
            resetScroll
            className="-mr-2 flex min-h-11 items-center rounded-control px-2 font-medium text-accent hover:underline"
          >
            See all <span className="sr-only">{kindLabels[kind].toLowerCase()}</span>
          </Link>
        )}
      </div>
      <ResultList label={kindLabels[kind]}>{matchRows(reply, kind)}</ResultList>
    </section>
  )
}
