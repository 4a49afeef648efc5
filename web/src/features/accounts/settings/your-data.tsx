import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useDownloadData } from './profile-api.ts'

/** Data export and account deletion. */
export function YourData() {
  const [deleteOpen, setDeleteOpen] = useState(false)
  const account = useQuery(accountQuery())
  const download = useDownloadData()
  return (
    <>
      <p className="max-w-prose text-soft">
        Download a JSON file with your profile, votes, ratings and everything else we store about you.
      </p>
      <Button
        variant="secondary"
        className="mt-4"
        loading={download.isPending}
        onClick={() =>
          download.mutate(undefined, {
            onError: (failure) =>
              toast({
                title: failure.detail || 'Your data could not be downloaded. Please try again.',
                variant: 'error',
              }),
          })
        }
      >
        <Download aria-hidden className="size-4" /> Download my data
      </Button>
      <div className="mt-8 border-t border-line pt-6">
        {account.isError && !account.data ? (
          <ErrorState inCard title="Your account could not be loaded" onRetry={() => account.refetch()} />
        ) : (
          <Button variant="destructive" loading={account.isPending} onClick={() => setDeleteOpen(true)}>
            Delete my account
          </Button>
        )}
      </div>
      {account.data && <DeleteAccountDialog account={account.data} open={deleteOpen} onOpenChange={setDeleteOpen} />}
    </>
  )
}
