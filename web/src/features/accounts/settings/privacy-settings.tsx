import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { accountQuery, useUpdateAccount } from './profile-api.ts'

/** Decision 24: the email is shown to others only if its owner wants that. */
export function PrivacySettings() {
  const account = useQuery(accountQuery())
  const update = useUpdateAccount()
  if (account.isPending) return <Skeleton className="h-11 w-72" />
  if (account.isError) {
    return <ErrorState title="Your settings could not be loaded" onRetry={() => void account.refetch()} />
  }
  const change = (show_email: boolean) => {
    if (update.isPending) return
    update.mutate(
      { show_email },
      { onError: () => toast({ title: 'The setting could not be saved. Please try again.', variant: 'error' }) },
    )
  }
  return (
    <Checkbox
      label="Show my email on my public profile"
      checked={account.data.show_email}
      aria-disabled={update.isPending || undefined}
      onChange={(event) => change(event.target.checked)}
    />
  )
}
