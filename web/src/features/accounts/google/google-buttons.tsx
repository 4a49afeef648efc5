import { tooManyAttempts } from '@wtpu/contract/errors'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { type ReactNode, useState } from 'react'
import { ApiFailure, query } from '#lib/api/api.ts'
import { classes } from '#lib/classes.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { awaitedLabel, useGoogleRedirect, googleCallbackQuery, type GoogleCallback } from './google.ts'
import { appleComingSoon, googleNotSetUp } from '#features/accounts/messages.ts'
import { useQuery } from '@tanstack/react-query'
import LoaderCircle from 'lucide-react/icons/loader-circle'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

const OtherProviders = lazyComponent(() =>
  import('#features/accounts/on-demand/other-providers.tsx').then((module) => module.OtherProviders),
)

interface Props {
  /** This screen's message when sign-in with Google cannot start. */
  googleFailed: string
  /** On a card, without Apple. */
  short?: boolean
  /** The site's own ways. */
  children: ReactNode
}

/** The ways to sign in or to join: with Google, Apple and other providers, and the site's own, unless it takes only providers. */
export function SignInWays({ googleFailed, short = false, children }: Props) {
  const { data } = useQuery(query(getRegistration))
  const others = data?.providers ?? []
  const isOnlyWay = data?.only_providers ?? false
  return (
    <>
      {!isOnlyWay && (
        <div className={classes('grid grid-cols-1 gap-3', !short && 'sm:grid-cols-2')}>
          <GoogleButton googleFailed={googleFailed} />
          {!short && (
            <button
              type="button"
              className={buttonClass({ variant: 'secondary' })}
              onClick={() => toast({ ...appleComingSoon, variant: 'info' })}
            >
              <AppleMark />
              Continue with Apple
            </button>
          )}
        </div>
      )}
      {others.length > 0 && <OtherProviders providers={others} />}
      {!isOnlyWay && children}
    </>
  )
}

function GoogleButton({ googleFailed }: { googleFailed: string }) {
  const google = useGoogleRedirect()
  const showError = (failure: Error) => {
    if (!(failure instanceof ApiFailure)) return toast({ title: googleFailed, variant: 'error' })
    // The buttons are shown even if Google sign-in is not configured.
    if (failure.code === 'google_not_set_up') return toast({ ...googleNotSetUp, variant: 'info' })
    const title = failure.status === 429 ? tooManyAttempts : failure.status === 400 ? failure.detail : googleFailed
    toast({ title: title || googleFailed, variant: 'error' })
  }
  return (
    <Button
      variant="secondary"
      className="w-full"
      loading={google.isPending}
      onClick={() => google.mutate(undefined, { onError: showError })}
    >
      {!google.isPending && <GoogleMark />}
      Continue with Google
    </Button>
  )
}

export function OrByEmailDivider() {
  return (
    <p className="my-6 flex items-center gap-4 text-sm text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      or with your email
    </p>
  )
}

function GoogleMark() {
  return (
    <svg aria-hidden viewBox="0 0 48 48" className="size-5 shrink-0">
      <path
        fill="#ea4335"
        d="M24 9.5c3.5 0 6.6 1.2 9.1 3.6l6.8-6.8C35.8 2.4 30.3 0 24 0 14.6 0 6.5 5.4 2.6 13.2l7.9 6.2C12.4 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285f4"
        d="M47 24.6c0-1.6-.1-3.1-.4-4.6H24v9h12.9c-.6 3-2.3 5.5-4.8 7.2l7.7 6C44.4 38 47 31.9 47 24.6z"
      />
      <path
        fill="#fbbc05"
        d="M10.5 28.6c-.5-1.5-.8-3-.8-4.6s.3-3.1.8-4.6l-7.9-6.2C.9 16.5 0 20.1 0 24s.9 7.5 2.6 10.8l7.9-6.2z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.5-4.9 2.3-8.2 2.3-6.3 0-11.6-4.2-13.5-9.9l-7.9 6.2C6.5 42.6 14.6 48 24 48z"
      />
    </svg>
  )
}

function AppleMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-5 shrink-0" fill="currentColor">
      <path d="M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701" />
    </svg>
  )
}

/** Shows progress or the error after returning from a provider. The login route redirects once the user is signed in. */
export function GoogleCallbackStatus({ callback }: { callback: GoogleCallback }) {
  const [label] = useState(awaitedLabel)
  const { data: isSignedIn, error } = useQuery(googleCallbackQuery(callback))
  if (isSignedIn === false) return null
  if (error) {
    return (
      <div className="mb-6">
        <FormAlert>{error.message}</FormAlert>
      </div>
    )
  }
  return (
    <output className="mb-6 flex items-center gap-3 rounded-control bg-sunken p-4">
      <LoaderCircle aria-hidden className="size-5 animate-spin text-accent" />
      Signing you in with {label}…
    </output>
  )
}
