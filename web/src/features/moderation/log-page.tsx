import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Output } from '@wtpu/contract/endpoint'
import type { listLoggedAccounts, LogEntry } from '@wtpu/contract/moderation/cases'
import { downloadModerationLog } from '@wtpu/contract/moderation/figures'
import Scale from 'lucide-react/icons/scale'
import { useEndlessList } from '#lib/endless-list.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { dayName } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EndlessList } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { loggedAccountsQuery, logPagesQuery } from './api.ts'
import { RowsSkeleton } from './own-decisions.tsx'
import { appealName, decisionName, kindName, ruleName } from '@wtpu/contract/moderation/on-demand/names'

/** What moderators decided, for everyone: no texts, authors or reporters. */
export function LogPage() {
  return (
    <div className="page max-w-4xl">
      <h1>Moderation log</h1>
      <p className="mt-2 mb-4 max-w-prose text-soft sm:text-lg">
        Every decision of our moderators, with the{' '}
        <Link to="/guidelines" className="text-link">
          guideline
        </Link>{' '}
        it follows. It names neither authors nor those who reported.
      </p>
      <p className="mb-8 flex flex-wrap gap-x-5">
        <Link to="/moderation/figures" className={linkClass}>
          Figures
        </Link>
        <a href="/feeds/moderation.atom" className={linkClass}>
          Feed
        </a>
        <a href={downloadModerationLog.url} download className={linkClass}>
          CSV
        </a>
      </p>
      <Log />
    </div>
  )
}

const linkClass = 'inline-flex min-h-11 items-center text-link'

function Log() {
  const pages = useInfiniteQuery(logPagesQuery())
  const list = useEndlessList(pages)
  const isMember = useSession() !== null
  const { data: account } = useQuery({ ...accountQuery(), enabled: isMember })
  const named = useQueries({
    queries: (pages.data?.pages ?? []).map(({ results }) =>
      loggedAccountsQuery(
        results.filter(({ kind }) => kind === 'user').map(({ id }) => id),
        account !== undefined && account.role !== 'user',
      ),
    ),
  }).flatMap(({ data = [] }) => data)
  if (pages.isPending) return <RowsSkeleton label="Loading the log..." />
  if (!pages.data) return <ErrorState title="The log could not be loaded" query={pages} />
  if (list.rows.length === 0) {
    return (
      <EmptyState icon={<Scale />} title="Nothing has been decided yet">
        Decisions of moderators appear here.
      </EmptyState>
    )
  }
  return (
    <EndlessList list={list} noun="decision">
      <ol aria-label="Decisions, newest first" className={cardClass('mb-4 divide-y divide-line')}>
        {list.rows.map((entry) => (
          <LogRow key={entry.id} entry={entry} about={named.find(({ id }) => id === entry.id)} />
        ))}
      </ol>
    </EndlessList>
  )
}

const isMild = new Set(['keep', 'undo', 'unblock', 'unlock'])

/** `about` is sent to staff only. */
function LogRow({ entry, about }: { entry: LogEntry; about: Output<typeof listLoggedAccounts>[number] | undefined }) {
  const { id, day, kind, action, rule, sentence, appeal, undid } = entry
  return (
    <li id={`decision-${id}`} className="p-4 sm:px-5">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isMild.has(action) ? 'good' : 'bad'}>{decisionName(entry)}</Badge>
        {appeal && <Badge tone="neutral">{appealName(entry)}</Badge>}
        <span className="text-sm text-soft">
          {kindName(kind)} · <Day day={day} />
          {undid && (
            <>
              , the decision of <Day day={undid.day} />
            </>
          )}
        </span>
      </p>
      {sentence && <p className="mt-2 wrap-anywhere">{sentence}</p>}
      {about && (
        <p className="mt-1 text-sm text-soft wrap-anywhere">
          For staff only: this is about{' '}
          <span translate="no">
            {about.username === ''
              ? `account ${about.account}, which was deleted`
              : `${about.name} (@${about.username})`}
          </span>
        </p>
      )}
      {rule !== null && <p className="mt-1 text-sm text-soft">Guideline {ruleName(rule)}</p>}
    </li>
  )
}

function Day({ day }: { day: string }) {
  return <time dateTime={day}>{dayName(day)}</time>
}
