import { otpLength, resendSeconds } from '@wtpu/contract/accounts'
import { Link, useNavigate } from '@tanstack/react-router'
import { getNonce } from 'get-nonce'
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp'
import { useId, useRef, useState, type FormEvent } from 'react'
import { classes } from '#lib/classes.ts'
import { now, useNow } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { useRequestReset } from '#features/accounts/api.ts'

const places = Array.from({ length: otpLength }, (_, index) => `place ${index + 1}`)

/** Takes the code from the mail on to the next screen; the server checks it there (specification 4). */
export function OtpForm({ email }: { email: string }) {
  const [code, setCode] = useState('')
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const complete = code.length === otpLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (complete) void navigate({ to: '/reset-password', search: { email, code } })
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <div className="@container">
        <label htmlFor={id} className="mb-2 block text-sm font-semibold">
          Verification code
        </label>
        <OTPInput
          ref={field}
          id={id}
          maxLength={otpLength}
          value={code}
          onChange={setCode}
          pattern={REGEXP_ONLY_DIGITS}
          // A code copied with blanks or a dash in it is the same code.
          pasteTransformer={(text) => text.replaceAll(/\D/g, '')}
          inputMode="numeric"
          autoComplete="one-time-code"
          // Its style element is let in by the page's nonce (main.tsx).
          nonce={getNonce()}
          noScriptCSSFallback={null}
          // Two rows of three where large text leaves no room for six.
          containerClassName="grid grid-cols-3 gap-2 @min-[12rem]:grid-cols-6 sm:gap-3 sm:max-w-100"
          render={({ slots }) => places.map((place, index) => <Slot key={place} {...slots[index]} />)}
        />
      </div>
      <Button type="submit" size="large" disabled={!complete}>
        Verify & Sign In
      </Button>
      <Resend email={email} onSent={() => field.current?.focus()} />
      <Link to="/forgot-password" className="inline-flex min-h-11 items-center self-start text-link font-medium">
        Use another email
      </Link>
    </form>
  )
}

function Slot({ char, isActive }: Partial<SlotProps>) {
  return (
    <span
      aria-hidden
      className={classes(
        'flex h-14 items-center justify-center rounded-control border bg-surface font-serif text-2xl tabular-nums',
        isActive ? 'border-accent outline-2 outline-accent' : 'border-edge',
      )}
    >
      {char}
    </span>
  )
}

/** By the clock, not by counting: a tab that slept shows the right number. */
function Resend({ email, onSent }: { email: string; onSent: () => void }) {
  const [until, setUntil] = useState(() => now() + resendSeconds * 1000)
  const request = useRequestReset()
  const time = useNow(1000)
  const left = Math.min(Math.ceil((until - time.getTime()) / 1000), resendSeconds)
  if (left > 0) {
    return <p className="flex min-h-11 items-center text-soft tabular-nums">Resend code in {left}s</p>
  }
  const resend = () => {
    setUntil(now() + resendSeconds * 1000)
    // Its failures are ignored silently (specification 4).
    request.mutate(email)
    // The button gives way to the countdown: the code is typed next.
    onSent()
  }
  return (
    <Button variant="secondary" className="self-start" onClick={resend}>
      Resend Code
    </Button>
  )
}
