import { curtain } from './curtain.ts'
import { fullCount } from '@wtpu/contract/full-count'
import { inviteLimits, type Invitation, staffInvitationDays } from '@wtpu/contract/site/invitations'
import { emailMaxLength } from '@wtpu/contract/accounts/accounts'
import { useQuery } from '@tanstack/react-query'
import { copyLink } from '#community/copy-link.ts'
import { shortDate } from '#lib/dates.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { passFocus } from '#lib/pass-focus.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { SelectField, TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { setupQuery, useCloseRegistration, useCreateInviteLink, useInviteStaff, useRevokeInvitation } from './api.ts'

const Reading = lazyComponent(() => import('./reading.tsx').then((module) => module.Reading))

/** Who may join: whether registration is open, invitations of staff by mail, and links for members. */
export function Invitations({ invitations }: { invitations: { is_closed: boolean; results: Invitation[] } }) {
  const { is_closed, results } = invitations
  const setup = useQuery(setupQuery())
  const asksForCode = setup.data !== undefined && setup.data.access !== 'none'
  return (
    <div className={cardClass('divide-y divide-line')}>
      <Registration isClosed={is_closed} asksForCode={asksForCode} />
      <Reading />
      <StaffForm />
      <LinkForm />
      <div className="p-4 sm:p-6">
        <h3 className="text-lg">Open invitations</h3>
        {results.length === 0 ? (
          <p className="mt-1 text-soft">There are none.</p>
        ) : (
          <ul className="mt-2 divide-y divide-line" aria-label="Open invitations">
            {results.map((invitation) => (
              <Row key={invitation.id} invitation={invitation} />
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

function Registration({ isClosed, asksForCode }: { isClosed: boolean; asksForCode: boolean }) {
  const close = useCloseRegistration()
  const failure = useLastError(close)
  return (
    <div className="p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h3 className="text-lg">Registration is {isClosed ? 'closed' : 'open'}</h3>
          <p className="text-soft">
            {isClosed
              ? 'Only people with an invitation can create accounts.'
              : `Everyone can create an account.${asksForCode ? ` ${curtain}` : ''}`}
            {asksForCode && ' The invitation has no access code. Send the code yourself.'}
          </p>
        </div>
        <Button variant="secondary" size="small" loading={close.isPending} onClick={() => close.mutate(!isClosed)}>
          {isClosed ? 'Open registration' : 'Close registration'}
        </Button>
      </div>
      {failure && <FormAlert pending={close.isPending}>{failure.message}</FormAlert>}
    </div>
  )
}

const noOne = { email: '', role: 'moderator' as 'moderator' | 'admin' }

function StaffForm() {
  const form = useForm(useInviteStaff(), {
    empty: noOne,
    check: ({ email }) => ({ email: email.trim() === '' && fillIn }),
    input: (invitation) => invitation,
    onSuccess: (_, { email }) => toast({ title: 'Invitation sent', description: email, variant: 'success' }),
  })
  return (
    <form {...form.props} aria-labelledby="invite-staff" className="p-4 sm:p-6">
      <h3 id="invite-staff" className="text-lg">
        Invite a moderator or an admin
      </h3>
      <p className="text-soft">They get a mail with a link that works once, for {staffInvitationDays} days.</p>
      <div className="mt-3 flex flex-wrap items-start gap-3">
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={emailMaxLength}
          {...form.text('email')}
          className="flex-[1_1_14rem]"
        />
        <SelectField label="Role" {...form.text('role')}>
          <option value="moderator">Moderator</option>
          <option value="admin">Admin</option>
        </SelectField>
        <Button type="submit" variant="secondary" className="mt-6.5" loading={form.isPending}>
          Send invitation
        </Button>
        {form.alert}
      </div>
    </form>
  )
}

const usual = { max_uses: '10', days: '7' }

function wrongNumber(text: string, max: number): string | false {
  const isBetween = /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max
  return !isBetween && `A whole number from 1 to ${fullCount(max)}.`
}

function LinkForm() {
  const create = useCreateInviteLink()
  const form = useForm(create, {
    empty: usual,
    keeps: true,
    check: ({ max_uses, days }) => ({
      max_uses: wrongNumber(max_uses, inviteLimits.uses),
      days: wrongNumber(days, inviteLimits.days),
    }),
    input: ({ max_uses, days }) => ({ max_uses: Number(max_uses), days: Number(days) }),
  })
  return (
    <form {...form.props} aria-labelledby="invite-members" className="p-4 sm:p-6">
      <h3 id="invite-members" className="text-lg">
        A link for members
      </h3>
      <p className="text-soft">Everyone with the link can create an account, also while registration is closed.</p>
      <div className="mt-3 flex flex-wrap items-start gap-3">
        <TextField
          label="Number of uses"
          inputMode="numeric"
          autoComplete="off"
          {...form.text('max_uses')}
          className="w-40"
        />
        <TextField
          label="Days until it ends"
          inputMode="numeric"
          autoComplete="off"
          {...form.text('days')}
          className="w-40"
        />
        <Button type="submit" variant="secondary" className="mt-6.5" loading={form.isPending}>
          Make a link
        </Button>
        {form.alert}
      </div>
      {create.data && (
        <output className="mt-3 block">
          <span className="mb-1 block text-sm text-soft">Copy it now: it is not shown again.</span>
          <code translate="no" className="block rounded-control bg-sunken p-3 text-sm wrap-anywhere select-all">
            {create.data.url}
          </code>
          <Button variant="secondary" size="small" className="mt-2" onClick={() => void copyLink(create.data.url)}>
            Copy the link
          </Button>
        </output>
      )}
    </form>
  )
}

function Row({ invitation: { id, role, email, uses, max_uses, expires_at, invited_by } }: { invitation: Invitation }) {
  const revoke = useRevokeInvitation()
  const failure = useLastError(revoke)
  const name = email ?? `Link ${id}`
  const what =
    role === 'user' ? `${fullCount(uses)} of ${fullCount(max_uses)} used` : role === 'admin' ? 'Admin' : 'Moderator'
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <p className="text-sm text-soft">
            {what} · until {shortDate(new Date(expires_at))} · by <span translate="no">{invited_by}</span>
          </p>
        </div>
        <Button
          ref={passFocus}
          variant="ghost"
          size="small"
          loading={revoke.isPending}
          aria-label={`Revoke: ${name}`}
          onClick={() => revoke.mutate(id)}
        >
          Revoke
        </Button>
      </div>
      {failure && <FormAlert pending={revoke.isPending}>{failure.message}</FormAlert>}
    </li>
  )
}
