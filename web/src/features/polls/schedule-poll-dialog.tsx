import { scheduledDuration } from '@wtpu/contract/polls'
import { trimmed } from '@wtpu/contract/text'
import { useId, useState, type FormEvent } from 'react'
import { useDraft } from '#lib/draft.ts'
import { now } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/text-field.tsx'
import { toast } from '#ui/toast.tsx'
import { useSchedulePoll } from './create-api.ts'
import { FailureAlert } from './failure-alert.tsx'
import { createFailureLines, pollScheduled, scheduleIncomplete } from './create-messages.ts'
import { useOutcome } from './outcome.ts'
import { CategoryField, OptionField, QuestionField } from './poll-form-fields.tsx'
import { scheduledToggle } from './scheduled-api.ts'
import { deviceZone, today, wallTime } from './schedule-time.ts'

const empty = { question: '', first: '', second: '', category: '', date: '', time: '' }

/** Specification 5, schedule poll: always two options, open for seven days, at a wall time of the citizen's own zone. */
export function SchedulePollDialog({
  open,
  onOpenChange,
  onScheduled,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onScheduled: () => void
}) {
  const [draft, setDraft] = useDraft('schedule-poll', empty)
  const [problems, setProblems] = useState<readonly string[]>([])
  const form = useId()
  const schedule = useSchedulePoll(() => setDraft(empty))
  const zone = deviceZone()
  const outcome = useOutcome(open, () => document.getElementById(scheduledToggle))
  const edit = (change: Partial<typeof empty>) => {
    setDraft({ ...draft, ...change })
    setProblems([])
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (schedule.isPending) return
    if (Object.values(draft).some((value) => trimmed(value) === '')) {
      setProblems([scheduleIncomplete])
      return
    }
    setProblems([])
    const { question, first, second, category, date, time } = draft
    schedule.mutate(
      {
        question,
        options: [first, second],
        category: Number(category),
        schedule_date: date,
        schedule_time: time,
        user_timezone: zone,
      },
      {
        onSuccess: (poll) => {
          if (outcome.reach()) onScheduled()
          onOpenChange(false)
          toast({
            title: pollScheduled,
            description: `It opens on ${wallTime(poll.published_at, zone)}.`,
            variant: 'success',
          })
        },
        onError: (failure) => setProblems(createFailureLines(failure)),
      },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Schedule Poll"
      focusAfter={outcome.focusAfter}
      description={`Two options, open for ${scheduledDuration} days from the time you choose. Until then only you see it.`}
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={schedule.isPending}>
            {schedule.isPending ? 'Scheduling...' : 'Schedule Poll'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <QuestionField value={draft.question} onChange={(question) => edit({ question })} />
        <OptionField number={1} value={draft.first} onChange={(first) => edit({ first })} />
        <OptionField number={2} value={draft.second} onChange={(second) => edit({ second })} />
        <CategoryField value={draft.category} onChange={(category) => edit({ category })} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Schedule date"
            name="schedule_date"
            type="date"
            required
            min={today(new Date(now()))}
            value={draft.date}
            onChange={(event) => edit({ date: event.target.value })}
          />
          <TextField
            label="Schedule time"
            name="schedule_time"
            type="time"
            required
            value={draft.time}
            onChange={(event) => edit({ time: event.target.value })}
          />
        </div>
        <p className="text-sm text-soft">
          Your time zone: <strong>{zone}</strong>
        </p>
        <FailureAlert lines={problems} />
      </form>
    </Dialog>
  )
}
