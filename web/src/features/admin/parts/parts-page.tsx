import { useQuery } from '@tanstack/react-query'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminRoom } from '../room.tsx'
import { managedPartsQuery } from './api.ts'
import { PartsForm } from './parts-form.tsx'

/** What admins switch off and on. */
export function PartsPage() {
  const parts = useQuery(managedPartsQuery())
  if (parts.error?.status === 404 && !parts.data) return <StaffMissing />
  return (
    <AdminRoom
      title="Parts"
      lead="Switch off what your organization does not want, or cannot look after. Nothing is deleted: what you switch on again is as before. Polls, accounts, search and moderation always are on."
    >
      {parts.data ? (
        <PartsForm stored={parts.data} />
      ) : parts.error ? (
        <ErrorState title="The parts could not be loaded" query={parts} />
      ) : (
        <LoadingState label="Loading..." className={cardClass('p-4 sm:p-6')}>
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-5 w-3/4" />
          <Skeleton className="mt-8 h-40 w-full" />
        </LoadingState>
      )}
    </AdminRoom>
  )
}
