import { scheduledDuration } from '@wtpu/contract/polls/scheduled'
import { trimInvisible, type Written } from '@wtpu/contract/schemas'
import { useState } from 'react'
import { findWritten, LazyWrittenChoices } from '#community/small/lazy-choices.tsx'
import { useDraft } from '#lib/draft.ts'
import { now } from '#lib/time.ts'
import { deviceTimeZone, siteTimeZone, timeZones } from '#lib/on-demand/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { useFocusAfterSuccess } from '#ui/dialog/focus-after-success.ts'
import { SelectField, TextField } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSchedulePoll } from '#features/polls/create/create-api.ts'
import { scheduledPollsToggleId } from '#features/polls/create/own-polls.ts'
import {
  pollScheduled,
  scheduleIncomplete,
  CategoryField,
  OptionField,
  OtherSideField,
  PollFormAlert,
  QuestionField,
} from '#features/polls/create/poll-form.tsx'
import { type StaffChoices, StaffFields } from '#features/polls/create/staff-fields.tsx'
import { localIsoDate, formatWallTime } from './schedule-time.ts'

const nothingChosen: Written = {}
const texts = { question: '', first: '', second: '', category: '', schedule_date: '', schedule_time: '' }
const empty: typeof texts & { ofStaff?: StaffChoices } = texts

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
  const [chosen, setChosen] = useDraft('schedule-poll-choices', nothingChosen)
  const [otherSide, setOtherSide] = useDraft('schedule-poll-other-side', false)
  const [chosenZone, setChosenZone] = useDraft('schedule-poll-zone', '')
  const focus = useFocusAfterSuccess(open, () => document.getElementById(scheduledPollsToggleId))
  const [isZoneWrong, setZoneWrong] = useState(false)
  const deviceZone = isZoneWrong ? undefined : deviceTimeZone()
  const zone = chosenZone || (deviceZone ?? siteTimeZone())
  const form = useForm(useSchedulePoll(), {
    empty,
    draft: 'schedule-poll',
    ownAlert: true,
    fields: ['question', 'first', 'second', 'options', 'category', 'schedule_date', 'schedule_time', 'user_timezone'],
    check: ({ ofStaff: _chosen, ...draft }) =>
      Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, trimInvisible(value) === '' && fillIn])),
    input: ({ first, second, category, ofStaff, ...draft }) => ({
      ...draft,
      ...ofStaff,
      written: findWritten([draft.question, first, second].join(' '), chosen),
      options: [first, second],
      category: Number(category),
      user_timezone: zone,
      asks_other_side: otherSide || undefined,
      duration_days: scheduledDuration,
    }),
    onSuccess: (poll) => {
      setChosen(nothingChosen)
      setOtherSide(false)
      if (focus.succeed()) onScheduled()
      onOpenChange(false)
      toast({
        title: pollScheduled,
        description: `It opens on ${formatWallTime(poll.published_at, zone)}.`,
        variant: 'success',
      })
    },
    onFailure: ({ fields }) => setZoneWrong('user_timezone' in fields),
  })
  const field = <Name extends keyof typeof texts>(name: Name) => ({
    value: form.values[name],
    onChange: (value: string) => form.edit({ [name]: value }, name === 'second' ? ['second', 'options'] : [name]),
    error: form.error(name),
  })

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
          <Button type="submit" form={form.id} loading={form.isPending}>
            {form.isPending ? 'Scheduling...' : 'Schedule Poll'}
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <QuestionField {...field('question')} />
        <OptionField number={1} {...field('first')} />
        <OptionField number={2} {...field('second')} error={form.error('second') ?? form.error('options')} />
        <LazyWrittenChoices
          text={[form.values.question, form.values.first, form.values.second].join(' ')}
          chosen={chosen}
          onChoose={(change) => setChosen({ ...chosen, ...change })}
          className="-my-3 self-start"
        />
        <CategoryField {...field('category')} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <TextField
            label="Schedule date"
            type="date"
            required
            min={localIsoDate(new Date(now()))}
            {...form.text('schedule_date')}
          />
          <TextField label="Schedule time" type="time" required {...form.text('schedule_time')} />
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
            error={form.error('user_timezone')}
          >
            {timeZones().map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        )}
        <OtherSideField checked={otherSide} onChange={setOtherSide} />
        <StaffFields choices={form.values.ofStaff} onChange={(ofStaff) => form.edit({ ofStaff })} />
        <PollFormAlert form={form} incomplete={scheduleIncomplete} />
      </form>
    </Dialog>
  )
}
