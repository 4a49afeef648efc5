import { isOpenKind, kinds, type NotificationKind } from '@wtpu/contract/notifications/on-demand/kinds'
import type { Output } from '@wtpu/contract/endpoint'
import { unsubscribe } from '@wtpu/contract/notifications/settings'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { Done } from '#ui/on-demand/done.tsx'

/** The page of the signed link in mails. It acts on a click, not when opened, because mail scanners open every link. */
export function UnsubscribePage({ token }: { token: string }) {
  const stop = useMutation<Output<typeof unsubscribe>, ApiFailure>({
    mutationFn: () => call(unsubscribe, { params: { token } }),
  })
  const lastError = useLastError(stop)
  return (
    <div className="page max-w-4xl">
      <h1 className="mb-6">Unsubscribe</h1>
      <div className={cardClass('flex flex-col items-start gap-5 p-5 sm:p-8')}>
        {stop.data ? (
          <Done>{stoppedText(stop.data.kind)}</Done>
        ) : (
          <>
            {lastError && <FormAlert pending={stop.isPending}>{lastError.message}</FormAlert>}
            {lastError?.status !== 400 && (
              <>
                <p>You will get no more emails of this kind. You do not need to sign in.</p>
                <Button size="large" loading={stop.isPending} onClick={() => stop.mutate()}>
                  Stop These Emails
                </Button>
              </>
            )}
          </>
        )}
        <p className="text-soft">You can choose which emails you get in your settings at any time.</p>
        <Link to="/profile-settings/notifications" className={`wrap-anywhere ${buttonClass({ variant: 'secondary' })}`}>
          Notification settings
        </Link>
      </div>
    </div>
  )
}

function stoppedText(kind: NotificationKind | 'digest' | 'ballots'): string {
  if (kind === 'ballots')
    return 'Done. You will no longer get reminders of ballots of this list. The link of each ballot still works.'
  if (kind === 'digest') return 'Done. You will no longer get the weekly digest.'
  // The link of an old mail also works while the part of the site is off.
  if (!isOpenKind(kind)) return 'Done. You will no longer get emails of this kind.'
  return `Done. You will no longer get emails about: ${kinds[kind].name}. You still see them on the site.`
}
