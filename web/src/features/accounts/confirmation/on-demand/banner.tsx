import { isForMembers, openWords } from '@wtpu/contract/site/parts'
import { Navigate, useLocation } from '@tanstack/react-router'
import MailCheck from 'lucide-react/icons/mail-check'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import type { EmailStatus } from '#lib/session/email-status.ts'
import { sessionStore } from '#lib/storage.ts'
import { Breakable } from '#ui/breakable.tsx'
import { ResendConfirmation } from '#ui/resend-confirmation.tsx'

const dismissedKey = 'confirm_banner_dismissed'

export function Banner({ status }: { status: EmailStatus }) {
  const [dismissed, setDismissed] = useState(() => sessionStore.read(dismissedKey) !== null)
  const required = status.confirmation_required
  const isClosed = useLocation({ select: ({ pathname }) => isForMembers(pathname) })
  // Nothing else answers before the email is confirmed.
  if (isClosed) return <Navigate to="/confirm-email" replace />
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
          <p className="min-w-0 py-2 text-sm wrap-anywhere">
            <Breakable>{`Please confirm your email${
              required
                ? ` to ${openWords([
                    [null, 'vote'],
                    ['ratings', 'rate'],
                    [['boiler-room', 'forums', 'walls'], 'post'],
                  ])}`
                : ''
            }. We sent a link to ${status.email}.`}</Breakable>
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
