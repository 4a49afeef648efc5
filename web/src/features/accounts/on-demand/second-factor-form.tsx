import { finishSignIn } from '@wtpu/contract/accounts/on-demand/factors'
import { useMutation } from '@tanstack/react-query'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { keepSignOutUrl } from '#lib/session/sign-out-url.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { startFromResponse } from '../api.ts'
import { setWaitingSignIn, type WaitingSignIn } from '../sign-in-ticket.ts'

const empty = { code: '' }

/** The second step of a sign-in. The login route redirects once the user is signed in. */
export function SecondFactorForm({ ticket, signOutUrl }: WaitingSignIn) {
  const finish = useMutation<void, ApiFailure, string>({
    mutationFn: async (code) => {
      await startFromResponse(await call(finishSignIn, { body: { ticket, code } }))
      keepSignOutUrl(signOutUrl)
    },
    onSuccess: () => setWaitingSignIn(undefined),
  })
  const form = useForm(finish, {
    empty,
    check: ({ code }) => ({ code: code.trim() === '' && fillIn }),
    input: ({ code }) => code,
  })
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <h2 ref={takeFocus} tabIndex={-1} className="text-2xl outline-none">
        One more step
      </h2>
      <p className="text-soft">
        Type the code that your authenticator app shows now, or one of your recovery codes. If you have neither, start
        again with a passkey, or ask the people who run this site.
      </p>
      {form.alert}
      <TextField
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        {...form.text('code')}
      />
      <Button type="submit" size="large" loading={form.isPending}>
        Continue
      </Button>
      <Button variant="ghost" onClick={() => setWaitingSignIn(undefined)}>
        Start again
      </Button>
    </form>
  )
}
