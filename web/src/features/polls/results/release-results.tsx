import { releaseResults } from '@wtpu/contract/polls/on-demand/release'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { pollsPath } from '#features/polls/api.ts'
import { call, urlKey } from '#lib/api/api.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** For staff, once a poll has closed whose results wait for them. */
export function ReleaseResults({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(false)
  const queryClient = useQueryClient()
  const canRelease = poll.reveal === 'when_published' && poll.is_closed
  const { data: account } = useQuery({ ...accountQuery(), enabled: useSession() !== null && canRelease })
  if (!canRelease || (account?.role ?? 'user') === 'user') return null
  const release = async () => {
    await call(releaseResults, { params: { id: poll.id } })
    await queryClient.invalidateQueries({ queryKey: urlKey(pollsPath) })
    toast({ title: 'The results are released' })
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Release the results</Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title="Release the results?"
        description="Everyone will see them. The public log says that you released them."
        confirmLabel="Release"
        pendingLabel="Releasing..."
        confirmVariant="primary"
        onConfirm={release}
        focusAfter={() => document.querySelector('main')}
      />
    </>
  )
}
