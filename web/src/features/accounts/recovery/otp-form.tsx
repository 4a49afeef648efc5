import { otpLength, resendSeconds } from '@wtpu/contract/accounts/recovery'
import { Link, useNavigate } from '@tanstack/react-router'
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from 'input-otp'
import { useId, useRef, useState, type FormEvent } from 'react'
import { classes } from '#lib/classes.ts'
import { now, useNow } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { SubmitButton } from '#ui/form/submit-button.tsx'
import { useRequestReset } from '#features/accounts/api.ts'

const slotKeys = Array.from({ length: otpLength }, (_, index) => `slot ${index + 1}`)

/** Passes the emailed code to the reset screen, which sends it to the server. */
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
          // Accept a pasted code that contains spaces or a dash.
          pasteTransformer={(text) => text.replaceAll(/\D/g, '')}
          inputMode="numeric"
          autoComplete="one-time-code"
          noScriptCSSFallback={null}
          // Two rows of three if large text leaves no room for six.
          containerClassName="grid grid-cols-3 gap-2 @max-[12rem]:gap-1 @min-[12rem]:grid-cols-6 sm:gap-3 sm:max-w-100"
          render={({ slots }) => slotKeys.map((key, index) => <Slot key={key} {...slots[index]} />)}
        />
      </div>
      <SubmitButton missing={`Enter all ${otpLength} digits first.`} isMissing={!complete}>
        Verify & Sign In
      </SubmitButton>
      <Resend email={email} onSent={() => field.current?.focus()} />
      <Link to="/forgot-password" className="-mb-3 inline-flex min-h-11 items-center self-start text-link font-medium">
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

/** Computes the countdown from the clock, so that it is right after the tab was suspended. */
function Resend({ email, onSent }: { email: string; onSent: () => void }) {
  const [until, setUntil] = useState(() => now() + resendSeconds * 1000)
  const request = useRequestReset()
  const time = useNow(1000)
  const secondsLeft = Math.min(Math.ceil((until - time.getTime()) / 1000), resendSeconds)
  if (secondsLeft > 0) {
    return <p className="flex min-h-11 items-center text-soft tabular-nums">Resend code in {secondsLeft}s</p>
  }
  const resend = () => {
    setUntil(now() + resendSeconds * 1000)
    // Errors are ignored silently.
    request.mutate(email)
    // The focused button is replaced by the countdown, so move focus to the code field.
    onSent()
  }
  return (
    <Button variant="secondary" className="self-start" onClick={resend}>
      Resend Code
    </Button>
  )
}
