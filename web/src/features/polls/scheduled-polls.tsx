import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { scheduledPollsQuery } from './scheduled-api.ts'

const ScheduledList = lazyPart(() => import('./scheduled-list.tsx').then((module) => module.ScheduledList))

/** The viewer's own polls that wait for their time (decision 57). Most have none: for them nothing more is fetched. */
export function ScheduledPolls() {
  const { data: polls, isError, refetch } = useQuery(scheduledPollsQuery())
  if (isError && !polls) {
    return (
      <p role="alert" className="mb-8 flex flex-wrap items-center gap-x-3 text-soft">
        Your scheduled polls could not be loaded.
        <Button variant="ghost" size="small" onClick={() => void refetch()}>
          Try Again
        </Button>
      </p>
    )
  }
  if (!polls || polls.length === 0) return null
  return (
    <Suspense>
      <ScheduledList polls={polls} />
    </Suspense>
  )
}
