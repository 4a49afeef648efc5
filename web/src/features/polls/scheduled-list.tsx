import type { ScheduledPoll } from '@wtpu/contract/polls'
import { CalendarClock } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useCancelScheduledPoll } from './create-api.ts'
import { wallTime } from './schedule-time.ts'

/** Each with its time, in the zone it was scheduled in, and the way to take it back. */
export function ScheduledList({ polls }: { polls: readonly ScheduledPoll[] }) {
  const [asked, setAsked] = useState<ScheduledPoll>()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className={cardClass('mb-8 p-4 sm:p-6')}>
      <h2 id={titleId} className="text-xl">
        Your scheduled polls
      </h2>
      <p className="mt-1 text-sm text-soft">Only you see these until they open.</p>
      <ul className="mt-3 divide-y divide-line">
        {polls.map((poll) => (
          <li key={poll.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <CalendarClock aria-hidden className="size-5 shrink-0 text-soft" />
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-medium wrap-anywhere">{poll.question}</p>
              <p className="text-sm text-soft">
                Opens{' '}
                <time dateTime={poll.published_at} className="tabular-nums">
                  {wallTime(poll.published_at, poll.schedule_zone)}
                </time>
              </p>
            </div>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Cancel “${poll.question}”`}
              onClick={() => setAsked(poll)}
            >
              Cancel
            </Button>
          </li>
        ))}
      </ul>
      <CancelDialog poll={asked} onClose={() => setAsked(undefined)} />
    </section>
  )
}

function CancelDialog({ poll, onClose }: { poll: ScheduledPoll | undefined; onClose: () => void }) {
  const cancel = useCancelScheduledPoll()
  function confirm() {
    if (poll) cancel.mutate(poll, { onSettled: onClose })
  }
  return (
    <Dialog
      open={poll !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title="Cancel this poll?"
      description="It will never open, and what you wrote is gone."
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
