import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { scheduledPollsQuery } from './scheduled-api.ts'

const List = lazy(() => import('./scheduled-polls.tsx').then((module) => ({ default: module.ScheduledPolls })))

/** The viewer's own polls that wait for their time (decision 57). Most have none: for them nothing is fetched. */
export function ScheduledPolls() {
  const { data: polls, isError } = useQuery(scheduledPollsQuery())
  if (!isError && !polls?.length) return null
  return (
    <Suspense>
      <List />
    </Suspense>
  )
}
