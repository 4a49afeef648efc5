import { maxUnits } from '@wtpu/contract/characters'
import { partsReasonLength } from '@wtpu/contract/site/on-demand/part-facts'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { fillIn } from '#ui/form/on-demand/use-form.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useChangeParts } from './parts/api.ts'

const texts = {
  everyone: {
    title: 'Everyone can read the site',
    text: 'Visitors read polls, results, feeds and embeds without an account.',
    button: 'Members only',
    question: 'Show the site to members only?',
    consequence:
      'Visitors then see the sign-in and your own pages, and nothing else. Feeds, embeds, share images and files close, and search engines see a title. Members need a confirmed email. Close the registration, too, if only invited people may join.',
  },
  members: {
    title: 'Only members can read the site',
    text: 'Visitors see the sign-in and your own pages. Members need a confirmed email.',
    button: 'Open to everyone',
    question: 'Show the site to everyone?',
    consequence:
      'Polls, results, feeds, embeds and what members show to everybody can then be read without an account.',
  },
}

/** Who may read: everyone, or members only. */
export function Reading() {
  const parts = useQuery(query(getSiteParts, {}, { staleTime: 0 }))
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const change = useChangeParts()
  if (parts.error && !parts.data) return <ErrorState inCard title="Who may read could not be loaded" query={parts} />
  if (!parts.data) {
    return (
      <LoadingState label="Loading..." className="p-4 sm:p-6">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="mt-2 h-5 w-3/4" />
      </LoadingState>
    )
  }
  const stored = parts.data
  const { reading } = stored
  const other = reading === 'members' ? 'everyone' : 'members'
  const { title, text, button, question, consequence } = texts[reading]
  return (
    <div className="p-4 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 flex-[1_1_16rem]">
          <h3 className="text-lg">{title}</h3>
          <p className="text-soft">{text}</p>
        </div>
        <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
          {button}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={question}
        description={consequence}
        confirmLabel={button}
        pendingLabel="Saving..."
        confirmVariant="primary"
        wrong={{ reason: reason.trim() === '' && fillIn }}
        onConfirm={async () => {
          // Also after a failure: another admin may have changed the parts.
          await change.mutateAsync({ ...stored, reading: other, reason }).finally(() => parts.refetch())
          setReason('')
        }}
      >
        {(error) => (
          <TextField
            label="Reason"
            hint="Everyone who can read the site sees it in the moderation log."
            value={reason}
            error={error('reason')}
            maxLength={maxUnits(partsReasonLength)}
            autoComplete="off"
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </ConfirmDialog>
    </div>
  )
}
