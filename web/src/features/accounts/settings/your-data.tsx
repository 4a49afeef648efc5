import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useDownloadData } from './profile-api.ts'

/** A copy of everything that is kept, and the way out. */
export function YourData() {
  const [leaving, setLeaving] = useState(false)
  const account = useQuery(accountQuery())
  const download = useDownloadData()
  return (
    <>
      <p className="max-w-prose text-soft">
        A JSON file with your profile, votes, ratings and everything else that is kept about you.
      </p>
      <Button
        variant="secondary"
        className="mt-4"
        loading={download.isPending}
        onClick={() =>
          download.mutate(undefined, {
            onError: (failure) =>
              toast({ title: failure.detail || 'Your data could not be fetched. Please try again.', variant: 'error' }),
          })
        }
      >
        <Download aria-hidden className="size-4" /> Download my data
      </Button>
      <div className="mt-8 border-t border-line pt-6">
        {account.isError ? (
          <ErrorState title="Your account could not be loaded" onRetry={() => void account.refetch()} />
        ) : (
          <Button variant="destructive" loading={account.isPending} onClick={() => setLeaving(true)}>
            Delete my account
          </Button>
        )}
      </div>
      {account.data && <DeleteAccountDialog account={account.data} open={leaving} onOpenChange={setLeaving} />}
    </>
  )
}
