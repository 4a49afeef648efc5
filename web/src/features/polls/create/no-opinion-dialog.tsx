import type { Poll } from '@wtpu/contract/polls/polls'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { useMarkNoOpinion } from './create-api.ts'
import { NoOpinionFields, type NoOpinionChoices, noOpinionsOf } from './no-opinion-fields.tsx'

/** The author of a poll says which of its options are no opinion. */
export function NoOpinionDialog({
  poll,
  open,
  onOpenChange,
}: {
  poll: Poll
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const options = poll.options.map(({ id, text }) => ({ key: id, text }))
  const [choices, setChoices] = useState<NoOpinionChoices>(
    Object.fromEntries(poll.options.map((option) => [option.id, option.is_no_opinion ?? false])),
  )
  const save = useMarkNoOpinion(poll)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Options of no opinion"
      description={poll.question}
      confirmLabel="Save"
      pendingLabel="Saving..."
      confirmVariant="primary"
      onConfirm={() => save.mutateAsync(noOpinionsOf(options, choices).map((option) => options.indexOf(option)))}
    >
      <NoOpinionFields
        hideLegend
        options={options}
        choices={choices}
        opinions={poll.roll_call ? [poll.roll_call.yea_option, poll.roll_call.nay_option] : []}
        onChange={setChoices}
      />
    </ConfirmDialog>
  )
}
