import { scheduledDuration } from '@wtpu/contract/polls/scheduled'
import { trimInvisible } from '@wtpu/contract/schemas'
import { useId, useState, type FormEvent } from 'react'
import { findLanguage, LazyLanguageChoice } from '#community/small/lazy-language.tsx'
import { useDraft } from '#lib/draft.ts'
import { now } from '#lib/time.ts'
import { deviceTimeZone, siteTimeZone, timeZones } from '#lib/on-demand/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useFocusAfterSuccess } from '#ui/dialog/focus-after-success.ts'
import { SelectField, TextField } from '#ui/form/fields.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSchedulePoll, scheduledPollsToggleId } from '#features/polls/create/create-api.ts'
import {
  FormErrorsAlert,
  createPollErrors,
  missingFieldErrors,
  noFormErrors,
  pollScheduled,
  scheduleIncomplete,
  CategoryField,
  OptionField,
  QuestionField,
} from '#features/polls/create/poll-form.tsx'
import { localIsoDate, formatWallTime } from './schedule-time.ts'

const empty = { question: '', first: '', second: '', category: '', schedule_date: '', schedule_time: '' }

/** Always two options, open for seven days, scheduled in the user's time zone, or in one to choose if the browser does not know it. */
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
  const [errors, setErrors] = useState(noFormErrors)
  const form = useId()
  const [lang, setLang] = useDraft('schedule-poll-language', '')
  const schedule = useSchedulePoll(() => {
    setDraft(empty)
    setLang('')
  })
  const [chosenZone, setChosenZone] = useDraft('schedule-poll-zone', '')
  const { fields } = errors
  const deviceZone = fields['user_timezone'] ? undefined : deviceTimeZone()
  const zone = chosenZone || (deviceZone ?? siteTimeZone)
  const focus = useFocusAfterSuccess(open, () => document.getElementById(scheduledPollsToggleId))
  const edit = (change: Partial<typeof empty>) => {
    setDraft({ ...draft, ...change })
    setErrors(noFormErrors)
  }

  const text = [draft.question, draft.first, draft.second].join(' ')

  function submit(event: FormEvent) {
    event.preventDefault()
    if (schedule.isPending) return
    const missing = Object.entries(draft).filter(([, value]) => trimInvisible(value) === '')
    if (missing.length > 0) {
      setErrors(
        missingFieldErrors(
          scheduleIncomplete,
          missing.map(([field]) => field),
        ),
      )
      return
    }
    setErrors(noFormErrors)
    const { question, first, second, category, schedule_date, schedule_time } = draft
    schedule.mutate(
      {
        question,
        lang: findLanguage(text, lang),
        options: [first, second],
        category: Number(category),
        schedule_date,
        schedule_time,
        user_timezone: zone,
        duration_days: scheduledDuration,
      },
      {
        onSuccess: (poll) => {
          if (focus.succeed()) onScheduled()
          onOpenChange(false)
          toast({
            title: pollScheduled,
            description: `It opens on ${formatWallTime(poll.published_at, zone)}.`,
            variant: 'success',
          })
        },
        onError: (failure) => setErrors(createPollErrors(failure)),
      },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Schedule Poll"
      focusAfter={focus.focusAfter}
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
        <QuestionField value={draft.question} onChange={(question) => edit({ question })} error={fields['question']} />
        <OptionField number={1} value={draft.first} onChange={(first) => edit({ first })} error={fields['first']} />
        <OptionField
          number={2}
          value={draft.second}
          onChange={(second) => edit({ second })}
          error={fields['second'] ?? fields['options']}
        />
        <LazyLanguageChoice text={text} chosen={lang} onChoose={setLang} className="-my-3 self-start" />
        <CategoryField value={draft.category} onChange={(category) => edit({ category })} error={fields['category']} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Schedule date"
            name="schedule_date"
            type="date"
            required
            min={localIsoDate(new Date(now()))}
            value={draft.schedule_date}
            onChange={(event) => edit({ schedule_date: event.target.value })}
            error={fields['schedule_date']}
          />
          <TextField
            label="Schedule time"
            name="schedule_time"
            type="time"
            required
            value={draft.schedule_time}
            onChange={(event) => edit({ schedule_time: event.target.value })}
            error={fields['schedule_time']}
          />
        </div>
        {deviceZone && !chosenZone ? (
          <p className="text-sm text-soft">
            Your time zone: <strong>{zone}</strong>
          </p>
        ) : (
          <SelectField
            label="Your time zone"
            name="user_timezone"
            hint={deviceTimeZone() ? undefined : 'Your browser does not say which time zone you are in.'}
            value={zone}
            onChange={({ target }) => setChosenZone(target.value)}
            error={fields['user_timezone']}
          >
            {timeZones().map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        )}
        <FormErrorsAlert errors={errors} />
      </form>
    </Dialog>
  )
}
