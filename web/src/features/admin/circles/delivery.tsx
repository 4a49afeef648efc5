import type { Paper } from '@wtpu/contract/circles/on-demand/papers'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { fullDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { type DeliveryFilter, deliveryQuery, useDownload } from './api.ts'

const filterNames: Record<DeliveryFilter, string> = {
  refused: 'Mail refused',
  waiting: 'Mail waits',
  accepted: 'Mail accepted',
  late: 'Added while it was open',
  struck: 'Struck',
}
const filters = Object.keys(filterNames)
const isFilter = (value: string): value is DeliveryFilter => filters.includes(value)

/** The rows of a ballot paper, and what became of their mails. */
export function Delivery({ paper: { id, refused } }: { paper: Paper }) {
  const [isOpen, setOpen] = useState(refused > 0)
  return (
    <Disclosure
      title="People it was sent to"
      className="mt-3"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {isOpen && <Rows id={id} initial={refused > 0 ? 'refused' : undefined} />}
    </Disclosure>
  )
}

function Rows({ id, initial }: { id: number; initial: DeliveryFilter | undefined }) {
  const [filter, setFilter] = useState(initial)
  const pages = useInfiniteQuery(deliveryQuery(id, filter))
  const download = useDownload(id)
  const failure = useLastError(download)
  const rows = pages.data?.pages.flatMap(({ results }) => results) ?? []
  return (
    <div className="mt-2 grid justify-items-start gap-3">
      <SelectField
        label="Rows"
        value={filter ?? ''}
        onChange={({ target }) => setFilter(isFilter(target.value) ? target.value : undefined)}
      >
        <option value="">All</option>
        {Object.entries(filterNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </SelectField>
      {pages.error && !pages.data && <ErrorState title="The rows could not be loaded" query={pages} />}
      {pages.isPending && (
        <LoadingState label="Loading...">
          <Skeleton className="h-5 w-48" />
        </LoadingState>
      )}
      {pages.data && rows.length === 0 && <p className="text-soft">There are none.</p>}
      <ul className="w-full divide-y divide-line">
        {rows.map((row) => (
          <li key={row.id} className="py-2 text-sm wrap-anywhere">
            <span className="font-semibold">{row.name || row.email || row.list_id}</span> {row.name && row.email}
            {row.delivery && `: ${filterNames[row.delivery].toLowerCase()}`}
            {row.delivery === 'refused' && row.server_answer && (
              <>
                . The server said: <span translate="no">{row.server_answer}</span>
                {!row.server_answer.endsWith('.') && '.'}
              </>
            )}
            {row.struck_on && ` Struck on ${fullDate(row.struck_on)}.`}
            {row.has_answered !== null && (row.has_answered ? ' Has answered.' : ' Has not answered.')}
          </li>
        ))}
      </ul>
      <LoadMore pages={pages} automatic={false} />
      {failure && <FormAlert pending={download.isPending}>{failure.message}</FormAlert>}
      <p className="flex flex-wrap gap-3">
        {rows.length > 0 && (
          <Button variant="secondary" size="small" loading={download.isPending} onClick={() => download.mutate(filter)}>
            Download as CSV
          </Button>
        )}
      </p>
    </div>
  )
}
