import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '@wtpu/contract/accounts/people'
import type { SameNetworkAccount } from '@wtpu/contract/accounts/same-network'
import {
  DecisionFields,
  emptyDecision,
  decisionErrors,
  SuspensionField,
  type SuspensionDays,
} from '#community/menu/decision-fields.tsx'
import { shortDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FieldError } from '#ui/form/field-error.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { sameNetworkQuery, useSuspendPeople } from './api.ts'

const accounts = (count: number) => `${fullCount(count)} ${count === 1 ? 'account' : 'accounts'}`

const nobody = { ...emptyDecision, chosen: new Set<number>(), days: 7 as SuspensionDays }

/** Who registered within an hour of a person from the same network. Those who are chosen are suspended at once. */
export function SameNetworkDialog({
  person: { id, name },
  open,
  onOpenChange,
}: {
  person: Person
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const list = useQuery({ ...sameNetworkQuery(id), enabled: open })
  const form = useForm(useSuspendPeople(), {
    empty: nobody,
    fields: ['chosen', 'rule', 'sentence'],
    check: (typed) => ({
      chosen: typed.chosen.size === 0 && 'Choose at least one account.',
      ...decisionErrors(typed),
    }),
    input: ({ chosen, rule, days, sentence }) => ({ ids: [...chosen], rule: Number(rule), days, sentence }),
    onSuccess: ({ suspended }, { chosen }) => {
      onOpenChange(false)
      const left = chosen.size - suspended.length
      const description = left > 0 ? `${accounts(left)} stayed as they were.` : undefined
      toast({ title: `Suspended: ${accounts(suspended.length)}`, description, variant: 'success' })
    },
  })
  const { chosen } = form.values
  const suspendable = (list.data ?? []).filter(isSuspendable)
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        form.forget()
        onOpenChange(next)
      }}
      title={`From the same network as ${name}`}
      description="They registered within an hour of each other. A network can be a home, a school or a whole mobile operator, so look at what they wrote before you choose."
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Suspend no one
          </Button>
          <Button type="submit" form={form.id} variant="destructive" loading={form.isPending}>
            {chosen.size === 0 ? 'Suspend' : `Suspend ${accounts(chosen.size)}`}
          </Button>
        </>
      }
    >
      {list.data ? (
        <form {...form.props} className="grid gap-4">
          <fieldset aria-describedby={form.error('chosen') ? `${form.id}-chosen` : undefined}>
            <legend className="sr-only">Accounts</legend>
            <ul className="divide-y divide-line border-y border-line">
              {list.data.map((account) => (
                <Row
                  key={account.id}
                  account={account}
                  isChosen={chosen.has(account.id)}
                  isWrong={account === suspendable[0] && Boolean(form.error('chosen'))}
                  onChange={(isChosen) => {
                    const next = new Set(chosen)
                    if (isChosen) next.add(account.id)
                    else next.delete(account.id)
                    form.edit({ chosen: next })
                  }}
                />
              ))}
            </ul>
            {form.error('chosen') && <FieldError id={`${form.id}-chosen`}>{form.error('chosen')}</FieldError>}
            <Button
              variant="ghost"
              size="small"
              className="mt-2"
              disabled={suspendable.length === 0}
              title={suspendable.length === 0 ? 'None of them can be suspended.' : undefined}
              onClick={() =>
                form.edit({
                  chosen: new Set(chosen.size === suspendable.length ? [] : suspendable.map((account) => account.id)),
                })
              }
            >
              {chosen.size > 0 && chosen.size === suspendable.length ? 'Choose none' : 'Choose all'}
            </Button>
          </fieldset>
          <SuspensionField days={form.values.days} onChange={(days) => form.edit({ days })} />
          <DecisionFields
            draft={form.values}
            onChange={(draft) => form.edit(draft)}
            errorOf={form.error}
            hint="Each of them reads this, and can appeal. It is in the public log, without names."
          />
          {form.alert}
        </form>
      ) : list.error ? (
        <ErrorState title="The accounts could not be loaded" query={list} inCard />
      ) : (
        <LoadingState label="Loading accounts...">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="mt-2 h-11 w-full" />
        </LoadingState>
      )}
    </Dialog>
  )
}

const isSuspendable = ({ role, is_blocked: isBlocked }: SameNetworkAccount) => role === 'user' && !isBlocked

function Row({
  account,
  isChosen,
  isWrong,
  onChange,
}: {
  account: SameNetworkAccount
  isChosen: boolean
  isWrong: boolean
  onChange: (isChosen: boolean) => void
}) {
  const { name, username, suspended_until: suspendedUntil } = account
  const state =
    account.role !== 'user'
      ? 'Staff'
      : account.is_blocked
        ? 'Blocked'
        : suspendedUntil !== null && `Suspended until ${shortDate(new Date(suspendedUntil))}`
  return (
    <li>
      <Checkbox
        checked={isChosen}
        data-invalid={isWrong ? '' : undefined}
        disabled={!isSuspendable(account)}
        onChange={({ target }) => onChange(target.checked)}
        label={
          <span className="wrap-anywhere">
            <span translate="no" className="font-semibold">
              {name}
            </span>{' '}
            <span translate="no" className="text-soft">
              @{username}
            </span>
            {state && <span className="text-soft"> · {state}</span>}
          </span>
        }
      />
    </li>
  )
}
