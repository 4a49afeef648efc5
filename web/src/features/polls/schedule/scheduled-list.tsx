import { attributesOf } from '@wtpu/contract/schemas'
import type { ScheduledPoll } from '@wtpu/contract/polls/scheduled'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import { useId, useState } from 'react'
import { isPermanentFailure } from '#lib/api/request.ts'
import { machineTime } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useCancelScheduledPoll } from '#features/polls/create/create-api.ts'
import { NoOpinionButton } from '#features/polls/create/no-opinion-button.tsx'
import { formatWallTime } from './schedule-time.ts'

/** Each poll with its opening time, in the time zone it was scheduled in, and a Cancel button. */
export function ScheduledList({ polls }: { polls: readonly ScheduledPoll[] }) {
  const [pollToCancel, setPollToCancel] = useState<ScheduledPoll>()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={cardClass('p-4 sm:p-5')}>
      <h3 id={titleId} className="text-xl">
        Your scheduled polls
      </h3>
      <p className="mt-1 text-sm text-soft">Only you see these until they open.</p>
      <ul className="mt-3 divide-y divide-line">
        {polls.map((poll) => (
          <li
            key={poll.id}
            className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-3 sm:grid-cols-[auto_1fr_auto]"
          >
            <CalendarClock aria-hidden className="size-5 shrink-0 text-soft" />
            <div className="min-w-0">
              <p {...attributesOf(poll)} className="font-medium wrap-anywhere">
                {poll.question}
              </p>
              <p className="text-sm text-soft">
                Opens{' '}
                <time dateTime={machineTime(poll.published_at)} className="tabular-nums">
                  {formatWallTime(poll.published_at, poll.schedule_zone)}
                </time>
              </p>
            </div>
            <div className="col-start-2 flex flex-wrap items-center gap-x-6 gap-y-1 sm:col-start-3">
              <NoOpinionButton poll={poll} />
              <Button
                variant="secondary"
                size="small"
                aria-label={`Cancel “${poll.question}”`}
                onClick={() => setPollToCancel(poll)}
              >
                Cancel
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <CancelDialog poll={pollToCancel} onClose={() => setPollToCancel(undefined)} />
    </section>
  )
}

function CancelDialog({ poll, onClose }: { poll: ScheduledPoll | undefined; onClose: () => void }) {
  const cancel = useCancelScheduledPoll()
  function confirm() {
    if (!poll) return
    // After a failure that may pass, the dialog stays open, so that it can be repeated.
    cancel.mutate(poll, { onSuccess: onClose, onError: (failure) => isPermanentFailure(failure) && onClose() })
  }
  return (
    <Dialog
      open={poll !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this poll?"
      description="The poll will be deleted and will never open."
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button variant="destructive" loading={cancel.isPending} onClick={confirm}>
            Cancel poll
          </Button>
        </>
      }
    >
      {poll && <p className="font-medium wrap-anywhere">{poll.question}</p>}
    </Dialog>
  )
}
