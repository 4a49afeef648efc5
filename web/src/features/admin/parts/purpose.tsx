import { useQuery } from '@tanstack/react-query'
import { offOf } from '@wtpu/contract/site/on-demand/part-facts'
import { useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { managedPartsQuery, useChangeParts } from './api.ts'
import { PresetButtons } from './preset-buttons.tsx'
import { SavePartsDialog } from './save-parts-dialog.tsx'

/** The first question of the set-up. To skip it is an answer, too: all parts stay as they are. */
export function Purpose({ focusAfter }: { focusAfter: () => Element | null }) {
  const parts = useQuery(managedPartsQuery())
  const change = useChangeParts()
  const failure = useLastError(change)
  const [off, setOff] = useState<ReturnType<typeof offOf>>([])
  const [reason, setReason] = useState('')
  const [isAsking, setAsking] = useState(false)
  const stored = parts.data
  if (!stored) {
    return parts.error ? (
      <ErrorState title="The parts could not be loaded" query={parts} inCard />
    ) : (
      <Skeleton className="h-40" />
    )
  }
  const { reading, ratings_closed, version } = stored
  const save = (next: typeof off, because: string) =>
    change.mutate({ off: next, reading, ratings_closed, version, reason: because })
  return (
    <>
      <PresetButtons
        label="What is this site for?"
        onChoose={({ name, on }) => {
          const next = offOf(on)
          const because = `The site is set up for: ${name}.`
          if (next.every((part) => stored.off.includes(part))) return save(next, because)
          setOff(next)
          setReason(because)
          setAsking(true)
        }}
      />
      {failure && !isAsking && (
        <div className="mt-3">
          <FormAlert pending={change.isPending}>{failure.message}</FormAlert>
        </div>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-soft">
        You can change this later.
        <Button
          variant="ghost"
          size="small"
          loading={change.isPending}
          onClick={() => save(stored.off, 'The question what the site is for was skipped.')}
        >
          Skip
        </Button>
      </p>
      <SavePartsDialog
        open={isAsking}
        onOpenChange={setAsking}
        stored={stored}
        next={{ off, ratings_closed }}
        withOthers={[]}
        changedMeanwhile=""
        reason={reason}
        onReason={setReason}
        onSave={async () => {
          await change.mutateAsync({ off, reading, ratings_closed, version, reason })
        }}
        focusAfter={focusAfter}
      />
    </>
  )
}
