import { isOn } from '@wtpu/contract/site/parts'
import { fullCount } from '@wtpu/contract/full-count'
import { maxRetentionYears, type Retention as State, warningDays } from '@wtpu/contract/accounts/retention'
import { maxCounted } from '@wtpu/contract/accounts/people'
import { useState, type SyntheticEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { SelectField } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSetRetention } from './api.ts'

const yearsName = (years: number) => (years === 1 ? '1 year' : `${years} years`)
const accountsName = (count: number) =>
  `${count >= maxCounted ? `${fullCount(maxCounted)} or more` : fullCount(count)} ${count === 1 ? 'account' : 'accounts'}`

interface Draft {
  chosen?: number | null
}
const untouched: Draft = {}

/** After how many years accounts without activity are deleted. Off by default. */
export function Retention({ state }: { state: State }) {
  const { years, sends_mail: sendsMail, inactive } = state
  const [isAsking, setAsking] = useState(false)
  const change = useSetRetention()
  const wantedOf = ({ chosen }: Draft) => (chosen === undefined ? years : chosen)
  const onSuccess = () => toast({ title: 'Saved', variant: 'success' })
  const form = useForm(change, { empty: untouched, input: wantedOf, onSuccess })
  const wanted = wantedOf(form.values)
  const confirm = async () => {
    await change.mutateAsync(wanted)
    form.discard()
    onSuccess()
  }
  function submit(event: SyntheticEvent) {
    if (wanted === null) return form.submit(event)
    event.preventDefault()
    setAsking(true)
  }
  return (
    <form {...form.props} onSubmit={submit} className={cardClass('p-4 sm:p-6')}>
      <h3 className="text-lg">
        {years === null
          ? 'Accounts without activity stay'
          : `Accounts without activity for ${yearsName(years)} are deleted`}
      </h3>
      <p className="text-soft">
        Activity is to sign in or to come back. Owners are warned by mail {warningDays.first} and {warningDays.second}{' '}
        days before, and signing in keeps the account. Votes{isOn('ratings') && ' and ratings'} stay counted, as when
        somebody deletes their account. Staff, blocked people and those whose address rejects mail keep theirs.
      </p>
      {!sendsMail && (
        <p className="mt-2 font-semibold">There is no mail server, so nobody is warned and no account is deleted.</p>
      )}
      {years !== null && <Progress state={state} />}
      <div className="mt-3 flex flex-wrap items-end gap-3">
        <SelectField
          label="Delete accounts without activity"
          value={wanted ?? ''}
          onChange={({ target: { value } }) => form.edit({ chosen: value === '' ? null : Number(value) })}
        >
          <option value="">Never</option>
          {Array.from({ length: maxRetentionYears }, (_, index) => (
            <option key={index} value={index + 1}>
              After {yearsName(index + 1)} ({accountsName(inactive[index] ?? 0)} now)
            </option>
          ))}
        </SelectField>
        <Button
          type="submit"
          variant="secondary"
          disabled={wanted === years}
          title={wanted === years ? 'Nothing was changed.' : undefined}
          loading={change.isPending}
        >
          Save
        </Button>
      </div>
      {form.alert}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Delete accounts after ${yearsName(wanted ?? 0)} without activity?`}
        description={`${accountsName(inactive[(wanted ?? 1) - 1] ?? 0)} had none for so long. None is deleted before two mails were sent to its owner, ${warningDays.first} and ${warningDays.second} days before. Say so on your page about privacy.`}
        confirmLabel="Delete after warnings"
        pendingLabel="Saving..."
        onConfirm={confirm}
      />
    </form>
  )
}

function Progress({ state: { warned_once: once, warned_twice: twice, unreachable } }: { state: State }) {
  return (
    <ul className="mt-2 list-disc pl-5">
      <li>Warned once: {accountsName(once)}</li>
      <li>Warned twice: {accountsName(twice)}</li>
      {unreachable > 0 && <li>Not warned, because the address rejects mail: {accountsName(unreachable)}</li>}
    </ul>
  )
}
