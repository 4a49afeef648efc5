import * as factors from '@wtpu/contract/accounts/on-demand/factors'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '@wtpu/contract/endpoint'
import { downloadName } from '@wtpu/contract/site/download-name'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { withProof } from '#community/proof/with-proof.ts'
import { type ApiFailure, call, query } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { saveText } from '#lib/small/save-file.ts'
import { takePlace } from '#lib/take-place.ts'
import { useNow } from '#lib/time.ts'
import { relativeTime } from '#lib/dates.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { ShortDate } from '#ui/relative-time.tsx'
import { QrCode } from '#ui/on-demand/qr-code.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const empty = { code: '' }
const factorsQuery = () => query(factors.getFactors, {}, { staleTime: 0 })

/** A change of the second factor, which may ask the viewer for a proof first. */
export function useFactorChange<Input, Result>(
  change: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result) => void,
) {
  const client = useQueryClient()
  return useMutation<Result, ApiFailure, Input>({
    mutationFn: (input) => withProof(() => change(input)),
    // Not of one call: the component that began it may be gone once the factors are fetched again.
    onSuccess,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: accountQuery().queryKey })
      return client.invalidateQueries({ queryKey: factorsQuery().queryKey })
    },
  })
}

/** An authenticator app as the second factor: set it up, get recovery codes, switch it off. */
export function TwoStepSignIn() {
  const found = useQuery(factorsQuery())
  const [codes, setCodes] = useState<string[]>()
  const [app, setApp] = useState<Output<typeof factors.startApp>>()
  const start = useFactorChange<void, Output<typeof factors.startApp>>(() => call(factors.startApp), setApp)
  const failure = useLastError(start)
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
  if (!found.data) {
    if (found.isPending) return <Skeleton className="h-24" />
    return <ErrorState inCard title="Your two-step sign-in could not be loaded" query={found} />
  }
  if (found.data.app) return <Active factors={found.data} onCodes={setCodes} />
  if (app) {
    return (
      <ConfirmApp
        app={app}
        onCancel={() => setApp(undefined)}
        onCodes={(made) => {
          setApp(undefined)
          setCodes(made)
        }}
      />
    )
  }
  return (
    <div ref={takePlace} tabIndex={-1} className="outline-none">
      <p className="mb-4 max-w-prose text-soft">
        Your password alone then no longer opens your account: signing in also needs a code of an app on your phone,
        such as Aegis, Google Authenticator or a password manager.
      </p>
      {failure && <FormAlert pending={start.isPending}>{failure.message}</FormAlert>}
      <Button variant="secondary" loading={start.isPending} onClick={() => start.mutate()}>
        Set up an app
      </Button>
    </div>
  )
}

function ConfirmApp({
  app: { secret, uri },
  onCancel,
  onCodes,
}: {
  app: Output<typeof factors.startApp>
  onCancel: () => void
  /** Nothing if the account has recovery codes already. */
  onCodes: (codes: string[] | undefined) => void
}) {
  const confirm = useFactorChange<string, Output<typeof factors.confirmApp>>(
    (code) => call(factors.confirmApp, { body: { code } }),
    ({ recovery_codes: made }) => onCodes(made.length > 0 ? made : undefined),
  )
  const form = useForm(confirm, {
    empty,
    check: ({ code }) => ({ code: code.trim() === '' && fillIn }),
    input: ({ code }) => code,
  })
  return (
    <form {...form.props} className="flex flex-col items-start gap-4">
      <h3 ref={takePlace} tabIndex={-1} className="text-lg outline-none">
        Add this site to your app
      </h3>
      <p className="max-w-prose">
        On this device, open the app with the button. With an app on another one, scan this code, or choose “Enter a
        key” and type the key below it.
      </p>
      <QrCode text={uri} label="The same key as a QR code" />
      <p translate="no" className="rounded-control bg-sunken px-4 py-3 font-mono wrap-anywhere select-all">
        {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
      </p>
      <a href={uri} className={buttonClass({ variant: 'secondary' })}>
        Open the app
      </a>
      {form.alert}
      <TextField
        label="Code that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        {...form.text('code')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.isPending}>
          Switch on
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div>
      <h3 ref={takePlace} tabIndex={-1} className="text-lg outline-none">
        Keep your recovery codes
      </h3>
      <p className="mt-1 max-w-prose">
        They are shown only now. Each of them works once if you have neither your app nor a passkey at hand. Keep them
        where nobody else finds them, and not only on the device with the app or the passkey.
      </p>
      <ul
        aria-label="Recovery codes"
        translate="no"
        className="my-4 grid gap-x-8 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          onClick={() => saveText(downloadName('recovery-codes.txt'), `${codes.join('\n')}\n`)}
        >
          <Download aria-hidden className="size-4" /> Download the codes
        </Button>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </div>
  )
}

function Active({
  factors: { app, recovery_codes: left },
  onCodes,
}: {
  factors: factors.Factors
  onCodes: (codes: string[]) => void
}) {
  const now = useNow(60_000)
  const [isOpen, setOpen] = useState(false)
  const renew = useFactorChange<void, Output<typeof factors.renewRecoveryCodes>>(
    () => call(factors.renewRecoveryCodes),
    ({ recovery_codes: made }) => onCodes(made),
  )
  const remove = useFactorChange<void, unknown>(() => call(factors.removeApp))
  const failure = useLastError(renew)
  const used = app?.last_used_at
  return (
    <div ref={takePlace} tabIndex={-1} className="outline-none">
      <p>
        <strong>It is on</strong>, with an authenticator app.{' '}
        {used && (
          <>
            Last used: <ShortDate at={used}>{relativeTime(used, now, 'forum')}</ShortDate>
          </>
        )}
      </p>
      <p className="mt-1 mb-4 text-soft">
        {left === 0 ? 'No recovery code is left. Make new ones now.' : `Recovery codes that are left: ${left}`}
      </p>
      {failure && <FormAlert pending={renew.isPending}>{failure.message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" loading={renew.isPending} onClick={() => renew.mutate()}>
          Make new recovery codes
        </Button>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Switch off
        </Button>
      </div>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Switch two-step sign-in off?"
        description="Your password alone then opens your account again. Without a passkey, the recovery codes end, too."
        confirmLabel="Switch off"
        pendingLabel="Switching off..."
        onConfirm={() => remove.mutateAsync()}
      />
    </div>
  )
}
