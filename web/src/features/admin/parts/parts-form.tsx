import { closeParts, type ManagedParts, offOf, partFacts } from '@wtpu/contract/site/on-demand/part-facts'
import { type PartName, partNames } from '@wtpu/contract/site/part-names'
import { isWithin, ratingsClosedSentence } from '@wtpu/contract/site/site-parts'
import { useState, type ReactNode, type SyntheticEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { useChangeParts } from './api.ts'
import { PresetButtons } from './preset-buttons.tsx'
import {
  daysOf,
  daysProblem,
  listOf,
  meanwhile,
  namesOf,
  noDays,
  type PartsDraft,
  switchedOff,
  untouched,
} from './rules.ts'
import { SavePartsDialog } from './save-parts-dialog.tsx'

/** The switches. Nothing is saved before "Save", and what another admin saves meanwhile stays, except what is edited here. */
export function PartsForm({ stored }: { stored: ManagedParts }) {
  const change = useChangeParts()
  const [isAsking, setAsking] = useState(false)
  const changeOf = ({ edits, days: typed }: PartsDraft) => {
    const between = daysOf(stored, typed)
    const isDated = between.from !== '' && between.until !== ''
    return { ...switchedOff(stored, edits), days: between, ratings_closed: isDated ? between : null }
  }
  const input = (typed: PartsDraft) => {
    const changed = changeOf(typed)
    const { reason } = typed
    return {
      off: changed.off,
      reading: stored.reading,
      ratings_closed: changed.ratings_closed,
      reason,
      version: stored.version,
    }
  }
  const form = useForm(change, { empty: untouched, draft: 'parts', input })
  const draft = form.values
  const { off, withOthers, days, ratings_closed } = changeOf(draft)
  const isChanged = String(off) !== String(stored.off) || JSON.stringify(days) !== JSON.stringify(daysOf(stored, null))
  const changedMeanwhile = meanwhile(draft.before, stored)

  const edit = (some: Partial<PartsDraft>) =>
    form.edit({
      before: draft.before ?? { off: stored.off, reading: stored.reading, ratings_closed: stored.ratings_closed },
      ...some,
    })
  function submit(event: SyntheticEvent) {
    event.preventDefault()
    const problem = daysProblem(days, stored)
    if (problem) form.fail({ days: problem })
    else setAsking(true)
  }
  async function save() {
    await change.mutateAsync(input(draft))
    form.discard()
  }
  return (
    <form {...form.props} onSubmit={submit} className="grid gap-10">
      <section aria-labelledby="presets">
        <h2 id="presets" className="text-2xl">
          What is this site for?
        </h2>
        <p className="mt-1 mb-4 max-w-prose text-soft">
          This sets the switches below. You can still change each of them, and nothing is saved before you press “Save”.
        </p>
        <PresetButtons
          label="Kinds of sites"
          off={off}
          onChoose={({ on }) => {
            const closed = offOf(on)
            edit({ edits: Object.fromEntries(partNames.map((part) => [part, !closed.includes(part)])) })
          }}
        />
      </section>
      <section aria-labelledby="switches">
        <h2 id="switches" className="mb-4 text-2xl">
          Switches
        </h2>
        <ul className={cardClass('divide-y divide-line')}>
          {partNames.map((part) => (
            <li key={part} className="px-4 py-3 sm:px-6">
              <Switch
                part={part}
                off={off}
                withOthers={withOthers}
                onChange={(isOn) => edit({ edits: { ...draft.edits, [part]: isOn } })}
              />
              {part === 'ratings' && !off.includes(part) && (
                <RatingDays
                  stored={stored}
                  days={days}
                  problem={form.error('days')}
                  onChange={(typed) => edit({ days: typed })}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
      <div className="grid gap-3">
        {changedMeanwhile && (
          <output className="font-medium">
            Another admin has saved meanwhile: {changedMeanwhile}. What you chose is kept.
          </output>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" disabled={!isChanged} title={isChanged ? undefined : 'Nothing was changed.'}>
            Save
          </Button>
          {isChanged && (
            <>
              <Button
                variant="ghost"
                onClick={({ currentTarget }) => {
                  // Before the button disappears with the changes.
                  currentTarget.form?.querySelector('input')?.focus()
                  form.discard()
                }}
              >
                Discard changes
              </Button>
              <p className="text-sm text-soft">Not saved yet.</p>
            </>
          )}
        </div>
      </div>
      <SavePartsDialog
        open={isAsking}
        onOpenChange={setAsking}
        stored={stored}
        next={{ off, ratings_closed }}
        withOthers={withOthers}
        changedMeanwhile={changedMeanwhile}
        reason={draft.reason}
        onReason={(reason) => edit({ reason })}
        onSave={save}
      />
    </form>
  )
}

function Switch({
  part,
  off,
  withOthers,
  onChange,
}: {
  part: PartName
  off: readonly PartName[]
  withOthers: readonly PartName[]
  onChange: (isOn: boolean) => void
}) {
  const { name, what, cost, needs, needsOneOf } = partFacts[part]
  const along = closeParts([part]).filter((other) => other !== part)
  const isForced = withOthers.includes(part)
  const needed = needs ? namesOf(needs) : needsOneOf && `one of ${listOf(needsOneOf.map((one) => partFacts[one].name))}`
  return (
    <>
      <Checkbox
        isSwitch
        label={<span className="text-base font-semibold">{name}</span>}
        checked={!off.includes(part)}
        disabled={isForced}
        title={isForced ? `Off, because it needs ${needed}.` : undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      <p className="pl-8 text-soft">
        {what} {cost}
        {needed && ` ${isForced ? 'Off, because it needs' : 'Needs'} ${needed}.`}
        {along.length > 0 && ` Goes off with it: ${namesOf(along)}.`}
      </p>
    </>
  )
}

/** For example "Eastern Time". */
const zoneName = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value

function RatingDays({
  stored,
  days,
  problem,
  onChange,
}: {
  stored: ManagedParts
  days: { from: string; until: string }
  problem: ReactNode
  onChange: (days: { from: string; until: string }) => void
}) {
  const closed = stored.ratings_closed
  return (
    <fieldset className="mt-3 ml-8">
      <legend className="text-sm font-semibold">Close ratings for some time</legend>
      <p className="text-sm text-soft">
        For example in the weeks before an election. The figures stay. Both days begin at midnight (
        {zoneName(stored.time_zone)}).
      </p>
      {closed && isWithin(closed, stored.today) && <p className="mt-1 text-sm">{ratingsClosedSentence(closed)}</p>}
      <div className="mt-2 flex flex-wrap items-start gap-3">
        <TextField
          type="date"
          label="Close on"
          min={stored.today}
          value={days.from}
          error={problem}
          onChange={({ target }) => onChange({ ...days, from: target.value })}
        />
        <TextField
          type="date"
          label="Open again on"
          min={stored.today}
          value={days.until}
          onChange={({ target }) => onChange({ ...days, until: target.value })}
        />
        {(days.from !== '' || days.until !== '') && (
          <Button
            variant="ghost"
            size="small"
            className="sm:mt-6.5"
            onClick={({ currentTarget }) => {
              currentTarget.closest('fieldset')?.querySelector('input')?.focus()
              onChange(noDays)
            }}
          >
            Take the days out
          </Button>
        )}
      </div>
    </fieldset>
  )
}
