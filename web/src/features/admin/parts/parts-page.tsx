import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { backLinkClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { managedPartsQuery } from './api.ts'
import { PartsForm } from './parts-form.tsx'

/** What admins switch off and on. */
export function PartsPage() {
  const parts = useQuery(managedPartsQuery())
  if (parts.error?.status === 404 && !parts.data) return <StaffMissing />
  return (
    <div className="frame min-h-dvh max-w-4xl py-6 sm:py-10">
      <Link to="/admin" className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" />
        Administration
      </Link>
      <h1 className="mt-2">Parts</h1>
      <p className="mt-2 mb-8 max-w-prose text-soft">
        Switch off what your organization does not want, or cannot look after. Nothing is deleted: what you switch on
        again is as before. Polls, accounts, search and moderation always are on.
      </p>
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
    </div>
  )
}
