import { useInfiniteQuery } from '@tanstack/react-query'
import type { PeopleFilter, PersonSummary } from '@wtpu/contract/accounts/people'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { useEndlessList } from '#lib/endless-list.ts'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { EndlessList, FoundCount } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminRoom } from '../room.tsx'
import { peoplePagesQuery } from './api.ts'
import { MailDomains } from './mail-domains.tsx'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { PersonRow } from './person-row.tsx'

const filterNames: Record<PeopleFilter, string> = {
  moderators: 'Moderators',
  admins: 'Admins',
  confirmed: 'Email confirmed',
  unconfirmed: 'Email not confirmed',
  suspended: 'Suspended',
  blocked: 'Blocked',
  not_seen: 'Not seen in the last 30 days',
  inactive: 'No activity for a year',
}
const filters = Object.keys(filterNames)
const isFilter = (value: string): value is PeopleFilter => filters.includes(value)

const usePeoplePages = (q: string, filter: PeopleFilter | undefined) => useInfiniteQuery(peoplePagesQuery(q, filter))

/** All accounts, for admins. The search is not in the URL, because it may be an address, and browsers keep URLs. */
export function PeoplePage() {
  const [q, setQ] = useState('')
  const [filter, setFilter] = useState<PeopleFilter>()
  const search = useDebouncedSearch(q, q, setQ)
  const pages = usePeoplePages(q, filter)
  const first = pages.data?.pages[0]
  if (pages.error?.status === 404 && !pages.data) return <StaffMissing />
  return (
    <AdminRoom
      title="People"
      lead="Everyone with an account, newest first. What you do for a person is in the moderation log, without their name."
    >
      <MailDomains
        onShow={(domain) => {
          search.change(domain)
          setQ(domain)
          setFilter(undefined)
        }}
      />
      <FilterBar
        label="Find people"
        activeCount={filter ? 1 : 0}
        clearable={filter !== undefined || search.trimmed !== ''}
        onSubmit={search.apply}
        onClear={() => {
          search.change('')
          setQ('')
          setFilter(undefined)
        }}
        className="md:grid-cols-[2fr_1fr]"
        search={
          <SearchField
            placeholder="Part of a name, username or email"
            value={search.text}
            onChange={search.change}
            clearable
            hideLabelOnPhone
            className="min-w-0 flex-1 basis-40"
          />
        }
      >
        <SelectField
          label="Show"
          value={filter ?? ''}
          onChange={({ target: { value } }) => setFilter(isFilter(value) ? value : undefined)}
        >
          <option value="">Everyone</option>
          {Object.entries(filterNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      </FilterBar>
      <FoundCount noun="account" count={first && `${first.results.length}${first.next === null ? '' : ' or more'}`} />
      <div className="mt-6">
        <People key={`${filter} ${q}`} pages={pages} q={q} />
      </div>
    </AdminRoom>
  )
}

/** A search for the index has three letters or digits in a row. */
const longRun = /[\p{L}\p{N}]{3}/u

function People({ pages, q }: { pages: ReturnType<typeof usePeoplePages>; q: string }) {
  const list = useEndlessList(pages)
  // Here and not in a row, which disappears before the dialog closes.
  const [deleting, setDeleting] = useState<PersonSummary>()
  const [isOpen, setOpen] = useState(false)
  function startDeleting(person: PersonSummary) {
    setDeleting(person)
    setOpen(true)
  }
  if (pages.isPending) {
    return (
      <LoadingState label="Loading people..." className={cardClass('divide-y divide-line')}>
        {[1, 2, 3, 4].map((row) => (
          <div key={row} className="p-4 sm:px-6">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="mt-2 h-4 w-3/4" />
            <Skeleton className="mt-2 h-4 w-1/2" />
          </div>
        ))}
      </LoadingState>
    )
  }
  if (!pages.data) return <ErrorState title="The people could not be loaded" query={pages} />
  return (
    <>
      {list.rows.length === 0 ? (
        <EmptyState icon={<Users />} title="No one found">
          {q === '' || longRun.test(q)
            ? 'Try another search or filter.'
            : 'A search needs three letters or digits in a row. A shorter one finds whole usernames only.'}
        </EmptyState>
      ) : (
        <EndlessList list={list} noun="person">
          <ul aria-label="People" className={cardClass('mb-4 divide-y divide-line')}>
            {list.rows.map((person) => (
              <PersonRow key={person.id} person={person} onDelete={() => startDeleting(person)} />
            ))}
          </ul>
        </EndlessList>
      )}
      {deleting && <DeletePersonDialog key={deleting.id} person={deleting} open={isOpen} onOpenChange={setOpen} />}
    </>
  )
}
