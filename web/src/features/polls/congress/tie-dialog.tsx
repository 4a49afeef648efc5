import type { Poll } from '@wtpu/contract/polls/polls'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { useTieRollCall } from '../create/create-api.ts'
import { RollCallFields, type Tie } from './roll-call-fields.tsx'

/** Moderators tie a poll to a vote of Congress, or untie it, before its first vote. */
export function TieDialog({
  poll,
  open,
  onOpenChange,
}: {
  poll: Poll
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { roll_call: current, options } = poll
  const [tie, setTie] = useState<Tie | undefined>(
    current ? { rollCall: current.id, yea: current.yea_option, nay: current.nay_option } : undefined,
  )
  const save = useTieRollCall(poll)
  const isOption = (key: number) => options.some(({ id }) => id === key)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Vote of Congress"
      description="The public log says that this poll was tied to a vote of Congress, or untied."
      confirmLabel="Save"
      pendingLabel="Saving..."
      confirmVariant="primary"
      wrong={{
        roll_call_options:
          tie !== undefined &&
          !(isOption(tie.yea) && isOption(tie.nay) && tie.yea !== tie.nay) &&
          'Choose two different options.',
      }}
      onConfirm={() => save.mutateAsync(tie)}
    >
      {(error) => (
        <div className="flex flex-col gap-4">
          <RollCallFields
            tie={tie}
            options={options.map(({ id, text }) => ({ key: id, text }))}
            onChange={setTie}
            errorOf={error}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
