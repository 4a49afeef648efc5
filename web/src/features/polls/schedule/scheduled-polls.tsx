import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { scheduledPollsQuery, scheduledPollsToggleId } from '../create/own-polls.ts'

const ScheduledList = lazyComponent(() => import('./scheduled-list.tsx').then((module) => module.ScheduledList))
const panelId = 'scheduled-polls'

/**
 * The heading of the poll board, with a toggle for the viewer's scheduled polls. The row is always rendered
 * and the list opens on demand, so a late response causes no layout shift.
 */
export function ScheduledPolls({ open, onToggle }: { open: boolean; onToggle: (open: boolean) => void }) {
  const { data: polls, isError, refetch } = useQuery(scheduledPollsQuery())
  const failed = isError && !polls
  const showToggle = failed || (polls !== undefined && polls.length > 0)
  return (
    <>
      <div className="mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <h2 className="text-lg print:hidden">Find polls</h2>
        {showToggle && (
          <Button
            id={scheduledPollsToggleId}
            variant="ghost"
            size="small"
            aria-expanded={open}
            aria-controls={open ? panelId : undefined}
            onClick={() => onToggle(!open)}
            // The negative margin aligns the label, not the button's edge, with the page.
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
      {showToggle && open && (
        <div id={panelId} className="mb-8">
          {polls ? (
            <ScheduledList polls={polls} />
          ) : (
            <p role="alert" className="flex flex-wrap items-center gap-x-3 text-soft">
              Your scheduled polls could not be loaded.
              <RetryButton size="small" onRetry={refetch} />
            </p>
          )}
        </div>
      )}
    </>
  )
}
