import { site } from '@wtpu/contract/site/name'
import { tooManyAttempts } from '@wtpu/contract/errors'
import { enterSite } from '@wtpu/contract/site/site'
import { useMutation } from '@tanstack/react-query'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { ApiFailure, call } from '#lib/api/api.ts'
import { usePageHead } from '#lib/head.ts'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { PasswordField } from '#ui/form/fields.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { Logo } from '#shell/logo.tsx'

const verifyDelayMs = 800
const wrongCode = 'Incorrect password. Please try again.'
const checkFailed = 'Your password could not be checked. Check your connection and try again.'

class CodeError extends Error {
  readonly fields = { code: this.message }
}

/** Checks a code with the server. */
async function checkCode(code: string): Promise<void> {
  const [response] = await Promise.allSettled([
    call(enterSite, { body: { code } }),
    new Promise((done) => setTimeout(done, verifyDelayMs)),
  ])
  if (response.status === 'fulfilled') {
    if (response.value.granted) return
    throw new CodeError(wrongCode)
  }
  const status = response.reason instanceof ApiFailure ? response.reason.status : 0
  if (status === 429) throw new CodeError(tooManyAttempts)
  throw new CodeError(status >= 400 && status < 500 ? wrongCode : checkFailed)
}

const empty = { code: '' }

export function GateScreen({ onOpen }: { onOpen: () => void }) {
  usePageHead({ title: 'Protected Access' })
  const form = useForm(useMutation<void, CodeError, string>({ mutationFn: checkCode }), {
    empty,
    keeps: true,
    input: ({ code }) => code,
    onSuccess: onOpen,
    onFailure: ({ message }) => message === wrongCode && form.edit(empty, []),
  })

  const isBlank = form.values.code.trim() === ''
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-md">
        <Logo />
        <h1 className="mt-8">Protected Access</h1>
        <p className="mt-3 text-soft">This site is password protected. Please enter the access code to continue.</p>
        <form {...form.props} className="mt-8 flex flex-col gap-5">
          <PasswordField
            label="Access Password"
            secret="password"
            placeholder="Enter password..."
            autoComplete="off"
            required
            maxLength={200}
            {...form.text('code')}
            name="access-code"
          />
          <SubmitButton missing="Enter the access code first." isMissing={isBlank} loading={form.isPending}>
            {form.isPending ? 'Verifying...' : 'Access Website'}
          </SubmitButton>
        </form>
        <SecurityNotice />
        <p className="mt-10 text-sm wrap-anywhere text-soft">
          {site.name} · {site.tagline}
        </p>
      </div>
    </main>
  )
}

function SecurityNotice() {
  return (
    <section
      aria-labelledby="security-notice"
      className="mt-8 flex flex-wrap gap-3 rounded-control border border-warning bg-warning-tint p-4"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="min-w-0 flex-1 basis-40 text-sm leading-relaxed">
        <h2 id="security-notice" className="font-sans text-sm font-semibold tracking-normal text-warning">
          Security Notice
        </h2>
        <p className="mt-1">
          This website contains sensitive political information. Access is restricted to authorized users, and access
          attempts are logged.
        </p>
      </div>
    </section>
  )
}
