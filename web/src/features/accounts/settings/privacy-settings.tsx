import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { settingNotSaved, settingSaved } from '#features/accounts/messages.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useUpdateAccount } from './profile-api.ts'

/** The email is hidden from others unless the user chooses to show it. */
export function PrivacySettings() {
  const account = useQuery(accountQuery())
  const update = useUpdateAccount()
  if (account.isPending) return <Skeleton className="h-11 w-72" />
  if (!account.data) {
    return <ErrorState inCard title="Your settings could not be loaded" onRetry={() => account.refetch()} />
  }
  const change = (show_email: boolean) => {
    if (update.isPending) return
    update.mutate({ show_email }, { onError: () => toast({ title: settingNotSaved, variant: 'error' }) })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 max-sm:-mb-3">
      <Checkbox
        label="Show my email on my public profile"
        checked={account.data.show_email}
        aria-disabled={update.isPending || undefined}
        onChange={(event) => change(event.target.checked)}
      />
      {/* Reserves its height, to prevent a layout shift after saving. */}
      <output className="flex min-h-5 min-w-16 items-center gap-1.5 text-sm font-medium text-good">
        {update.isSuccess && (
          <>
            <Check aria-hidden className="size-4" />
            {settingSaved}
          </>
        )}
      </output>
    </div>
  )
}
