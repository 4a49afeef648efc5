import { browserSupportsWebAuthn, startRegistration } from '@simplewebauthn/browser'
import { getFactors, type Factors } from '@wtpu/contract/accounts/on-demand/factors'
import {
  addPasskey,
  maxPasskeys,
  type NewCredential,
  passkeyNameMaxLength,
  removePasskey,
  startPasskey,
} from '@wtpu/contract/accounts/on-demand/passkeys'
import { maxUnits } from '@wtpu/contract/characters'
import { useQuery } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { browserFailure } from '#community/proof/on-demand/passkey.ts'
import { call, query } from '#lib/api/api.ts'
import { relativeTime } from '#lib/dates.ts'
import { takePlace } from '#lib/take-place.ts'
import { useNow } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { ShortDate } from '#ui/relative-time.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { RecoveryCodes, useFactorChange } from './two-step-sign-in.tsx'

type Passkey = Factors['passkeys'][number]
const empty = { name: '' }

/** The passkeys of the account: add one, see when each was used, remove it. */
export function Passkeys() {
  const found = useQuery(query(getFactors, {}, { staleTime: 0 }))
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  if (!found.data) {
    if (found.isPending) return <Skeleton className="h-24" />
    return <ErrorState inCard title="Your passkeys could not be loaded" query={found} />
  }
  const { passkeys } = found.data
  return (
    <div ref={takePlace} tabIndex={-1} className="outline-none">
      <p className="max-w-prose text-soft">
        A passkey signs you in with the lock of your device: a finger, your face or its PIN. Nobody can guess it, and no
        false site can ask you for it.
      </p>
      {passkeys.length > 0 && (
        <ul aria-label="Passkeys" className="mt-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {!browserSupportsWebAuthn() ? (
        <p className="mt-4">This browser cannot make passkeys.</p>
      ) : passkeys.length < maxPasskeys ? (
        <AddPasskey onCodes={setCodes} />
      ) : (
        <p className="mt-4">You have {maxPasskeys} passkeys. To add another, remove one first.</p>
      )}
    </div>
  )
}

async function add(name: string): Promise<string[]> {
  const { options, ticket } = await call(startPasskey)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server makes them with the same library
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON']
  const made = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw browserFailure(error)
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as the specification defines it
  const credential = made as unknown as NewCredential
  return (await call(addPasskey, { body: { ticket, name, credential } })).recovery_codes
}

function AddPasskey({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const addition = useFactorChange<string, string[]>(add, (codes) => {
    if (codes.length > 0) onCodes(codes)
  })
  const form = useForm(addition, { empty, input: ({ name }) => name })
  return (
    <form {...form.props} className="mt-4 flex flex-col items-start gap-4">
      {form.alert}
      <TextField
        label="Name of the new passkey"
        hint="For example: my phone"
        autoComplete="off"
        maxLength={maxUnits(passkeyNameMaxLength)}
        {...form.text('name')}
      />
      <Button type="submit" variant="secondary" loading={form.isPending}>
        Add a passkey
      </Button>
    </form>
  )
}

function Row({ passkey: { id, name, host, added_at: addedAt, last_used_at: usedAt } }: { passkey: Passkey }) {
  const now = useNow(60_000)
  const [isOpen, setOpen] = useState(false)
  const remove = useFactorChange<void, unknown>(() => call(removePasskey, { params: { id } }))
  const time = (at: string) => <ShortDate at={at}>{relativeTime(at, now, 'forum')}</ShortDate>
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3.5">
      <KeyRound aria-hidden className="size-5 shrink-0 text-soft" />
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
        <span className="font-medium">{name}</span>
        <span className="block text-sm text-soft">
          {usedAt ? <>Last used: {time(usedAt)}</> : <>Added: {time(addedAt)}</>}
        </span>
        {host !== window.location.hostname && (
          <span className="block text-sm">
            It was made for {host} and does not work at this address. Remove it, and add a new one.
          </span>
        )}
      </span>
      <Button variant="secondary" aria-label={`Remove ${name}`} onClick={() => setOpen(true)}>
        Remove
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Remove “${name}”?`}
        description="It no longer signs you in here. Your device may still offer it until you delete it there, too."
        confirmLabel="Remove"
        pendingLabel="Removing..."
        onConfirm={() => remove.mutateAsync()}
      />
    </li>
  )
}
