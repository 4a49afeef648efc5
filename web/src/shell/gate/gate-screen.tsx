import { site } from '@wtpu/contract/site/name'
import { tooManyAttempts } from '@wtpu/contract/errors'
import { enterSite } from '@wtpu/contract/site/site'
import ShieldAlert from 'lucide-react/icons/shield-exclamation-point'
import { useRef, useState, type FormEvent } from 'react'
import { ApiFailure, call } from '#lib/api/api.ts'
import { usePageHead } from '#lib/head.ts'
import { Button } from '#ui/button.tsx'
import { FieldAlert } from '#ui/form/form-alert.tsx'
import { PasswordField } from '#ui/form/fields.tsx'
import { Logo } from '#shell/logo.tsx'

const verifyDelayMs = 800
const wrongCode = 'Incorrect password. Please try again.'
const checkFailed = 'Your password could not be checked. Check your connection and try again.'

/** Checks a code with the server. Resolves to the error message, or undefined if the code is right. */
async function checkCode(code: string): Promise<string | undefined> {
  const [response] = await Promise.allSettled([
    call(enterSite, { body: { code } }),
    new Promise((done) => setTimeout(done, verifyDelayMs)),
  ])
  if (response.status === 'fulfilled') return response.value.granted ? undefined : wrongCode
  const status = response.reason instanceof ApiFailure ? response.reason.status : 0
  if (status === 429) return tooManyAttempts
  return status >= 400 && status < 500 ? wrongCode : checkFailed
}

export function GateScreen({ onOpen }: { onOpen: () => void }) {
  usePageHead({ title: 'Protected Access' })
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [checking, setChecking] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '' || checking) return
    setChecking(true)
    const message = await checkCode(code)
    setChecking(false)
    if (message === undefined) return onOpen()
    setError(message)
    if (message === wrongCode) setCode('')
    field.current?.focus()
  }

  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-4 py-10">
      <div className="w-full max-w-md">
        <Logo />
        <h1 className="mt-8 text-4xl">Protected Access</h1>
        <p className="mt-3 text-soft">This site is password protected. Please enter the access code to continue.</p>
        <form onSubmit={(event) => void submit(event)} noValidate className="mt-8 flex flex-col gap-5">
          <PasswordField
            ref={field}
            label="Access Password"
            secret="password"
            placeholder="Enter password..."
            name="access-code"
            autoComplete="off"
            required
            maxLength={200}
            value={code}
            onChange={(event) => {
              setCode(event.target.value)
              setError(undefined)
            }}
            error={error && <FieldAlert pending={checking}>{error}</FieldAlert>}
          />
          <Button type="submit" size="large" loading={checking} disabled={code.trim() === ''}>
            {checking ? 'Verifying...' : 'Access Website'}
          </Button>
        </form>
        <SecurityNotice />
        <p className="mt-10 text-sm text-soft">
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
      className="mt-8 flex gap-3 rounded-control border border-warning bg-warning-tint p-4"
    >
      <ShieldAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
      <div className="text-sm leading-relaxed">
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
