import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { Suspense } from 'react'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { scheduledPollsQuery, scheduledPollsToggleId } from './scheduled-api.ts'

const ScheduledList = lazyComponent(() => import('./scheduled-list.tsx').then((module) => module.ScheduledList))
const panelId = 'scheduled-polls'

/**
 * The head of the board, and in it the way to the viewer's own polls that wait for their time (decision 57). The row is
 * there for everyone and the list opens on demand: what is known late moves nothing.
 */
export function ScheduledPolls({ open, onToggle }: { open: boolean; onToggle: (open: boolean) => void }) {
  const { data: polls, isError, refetch } = useQuery(scheduledPollsQuery())
  const failed = isError && !polls
  const any = failed || (polls !== undefined && polls.length > 0)
  return (
    <>
      <div className="mb-4 flex min-h-11 items-center justify-between gap-x-3">
        <h2 className="text-xl sm:text-2xl">Find polls</h2>
        {any && (
          <Button
            id={scheduledPollsToggleId}
            variant="ghost"
            size="small"
            aria-expanded={open}
            aria-controls={open ? panelId : undefined}
            onClick={() => onToggle(!open)}
            // Its words, not its edge, stand in line with the page.
            className="-mr-3"
          >
            Scheduled polls{polls && ` (${polls.length})`}
            <ChevronDown
              aria-hidden
              className={classes('size-4 transition-transform duration-150', open && 'rotate-180')}
            />
          </Button>
        )}
      </div>
      {any && open && (
        <div id={panelId} className="mb-8">
          {polls ? (
            <Suspense>
              <ScheduledList polls={polls} />
            </Suspense>
          ) : (
            <p role="alert" className="flex flex-wrap items-center gap-x-3 text-soft">
              Your scheduled polls could not be loaded.
              <Button variant="secondary" size="small" onClick={() => void refetch()}>
                Try Again
              </Button>
            </p>
          )}
        </div>
      )}
    </>
  )
}
