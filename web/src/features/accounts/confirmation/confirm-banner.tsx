import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { cachedEmailStatus, cacheEmailStatus, type EmailStatus } from '#lib/session/email-status.ts'
import { useSession } from '#lib/session/session.ts'
import { sessionStore } from '#lib/storage.ts'
import { Breakable } from '#ui/breakable.tsx'
import { ResendConfirmation } from '#ui/resend-confirmation.tsx'
import { confirmYourEmail } from './messages.ts'

const dismissedKey = 'confirm_banner_dismissed'

/** A banner above every page that asks signed-in users to confirm their email. */
export function ConfirmBanner() {
  const session = useSession()
  return session && <UserBanner key={session.user_id} />
}

function UserBanner() {
  const path = useLocation({ select: ({ pathname }) => pathname })
  // The status as of the last navigation. Newer data may hide the banner, but must not show it and shift the layout.
  const [atNavigation, setAtNavigation] = useState(() => ({ path, status: cachedEmailStatus() }))
  if (atNavigation.path !== path) setAtNavigation({ path, status: cachedEmailStatus() })
  const { data: current } = useQuery({
    ...accountQuery(),
    enabled: atNavigation.status?.email_confirmed !== true,
    refetchOnWindowFocus: 'always',
  })
  useEffect(() => {
    if (current) cacheEmailStatus(current)
  }, [current])
  const status = atNavigation.status
  if (!status || status.email_confirmed || current?.email_confirmed || path === '/confirm-email') return null
  // No link would arrive.
  if (status.sends_mail === false || current?.sends_mail === false) return null
  return <Banner status={status} />
}

function Banner({ status }: { status: EmailStatus }) {
  const [dismissed, setDismissed] = useState(() => sessionStore.read(dismissedKey) !== null)
  const required = status.confirmation_required
  if (dismissed && !required) return null
  const dismiss = () => {
    sessionStore.write(dismissedKey, 'true')
    setDismissed(true)
    document.querySelector<HTMLElement>('main')?.focus()
  }
  return (
    <aside aria-label="Confirm your email" className="border-b border-line bg-sunken print:hidden">
      <div className="frame flex items-start gap-3 py-2">
        <MailCheck aria-hidden className="mt-3 size-5 shrink-0 text-accent max-sm:hidden" />
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <p className="min-w-0 py-2 text-[0.9375rem] wrap-anywhere">
            <Breakable>{confirmYourEmail(status)}</Breakable>
          </p>
          <ResendConfirmation />
        </div>
        {!required && (
          <button
            type="button"
            aria-label="Dismiss: confirm your email"
            onClick={dismiss}
            className="-mr-2 flex size-11 shrink-0 items-center justify-center rounded-control text-soft hover:bg-paper hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </aside>
  )
}
