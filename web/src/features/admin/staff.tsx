import { useQuery } from '@tanstack/react-query'
import type { ManagedAccount, Role } from '@wtpu/contract/on-demand/admin'
import { useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { SelectField, TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { accountsQuery, useChangeAccount, useFindAccount } from './api.ts'

const roleNames: Record<Role, string> = { user: 'None', moderator: 'Moderator', admin: 'Admin' }

const empty = { q: '' }

/** The members of staff, and a search for the account of another one. */
export function Staff({ staff }: { staff: ManagedAccount[] }) {
  const [wanted, setWanted] = useState('')
  const found = useQuery({ ...accountsQuery(wanted), enabled: wanted !== '' })
  const form = useForm(useFindAccount(), {
    empty,
    keeps: true,
    check: ({ q }) => ({ q: q.trim() === '' && fillIn }),
    input: ({ q }) => q.trim(),
    onSuccess: (accounts, { q }) => {
      setWanted(q.trim())
      if (accounts.length === 0) form.fail({ q: 'There is no account with this email or username.' })
    },
  })
  return (
    <>
      <ul aria-label="Staff" className={cardClass('divide-y divide-line')}>
        {staff.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </ul>
      <form {...form.props} className="mt-6 flex flex-wrap items-start gap-3">
        <TextField
          label="Another account"
          hint="The whole email or username"
          {...form.text('q')}
          maxLength={254}
          autoComplete="off"
          className="flex-1"
        />
        <Button type="submit" variant="secondary" loading={form.isPending} className="mt-6.5">
          Find
        </Button>
        {form.alert}
      </form>
      {found.data && found.data.length > 0 && (
        <ul aria-label="Found account" className={cardClass('mt-4')}>
          {found.data.map((account) => (
            <AccountRow key={account.id} account={account} />
          ))}
        </ul>
      )}
    </>
  )
}

function AccountRow({ account: { id, name, username, email, role, verified } }: { account: ManagedAccount }) {
  const change = useChangeAccount()
  const failure = useLastError(change)
  // An arrow key on the closed list changes its value, so only the button changes the role.
  const [chosen, setChosen] = useState<Role>()
  return (
    <li className="p-4 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 self-center">
          <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
            <span translate="no">{name}</span> {verified && <Badge tone="good">Identity checked</Badge>}
          </p>
          <p translate="no" className="text-sm wrap-anywhere text-soft">
            {[username && `@${username}`, email].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={`Role of ${name}`}
            className="sm:max-w-52"
            value={chosen ?? role}
            onChange={({ target }) => {
              const next = (['user', 'moderator', 'admin'] as const).find((value) => value === target.value)
              if (next) setChosen(next)
            }}
          >
            {Object.entries(roleNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Button
            variant="secondary"
            disabled={chosen === undefined || chosen === role}
            title={chosen === undefined || chosen === role ? 'Choose another role first.' : undefined}
            loading={change.isPending && change.variables.role !== undefined}
            aria-label={`Change the role of ${name}`}
            onClick={() => change.mutate({ id, role: chosen }, { onSuccess: () => setChosen(undefined) })}
          >
            Change
          </Button>
          <Button
            variant="secondary"
            loading={change.isPending && change.variables.verified !== undefined}
            aria-label={`${verified ? 'Take back the mark of' : 'Mark as checked:'} ${name}`}
            onClick={() => change.mutate({ id, verified: !verified })}
          >
            {verified ? 'Take back mark' : 'Mark as checked'}
          </Button>
        </div>
      </div>
      {failure && (
        <div className="mt-3">
          <FormAlert pending={change.isPending}>{failure.message}</FormAlert>
        </div>
      )}
    </li>
  )
}
