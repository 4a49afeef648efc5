import { lengthProblem } from '@wtpu/contract/lengths'
import { useMutation } from '@tanstack/react-query'
import {
  createReport,
  type NewReport,
  reasonNames,
  reportNoteMaxLength,
  type ReportReason,
  reportReasons,
} from '@wtpu/contract/moderation/reports'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { useId, useState } from 'react'
import { call } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { FieldError } from '#ui/form/field-error.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { toast } from '#ui/toast/toast.tsx'

/** Asks why content or a profile is reported, and sends that to the moderators. */
export function ReportDialog({
  content,
  noun,
  open,
  onOpenChange,
  onReported,
}: {
  content: Pick<NewReport, 'kind' | 'id'>
  /** What is reported, for example "post". */
  noun: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onReported?: () => void
}) {
  const [reason, setReason] = useState<ReportReason>()
  const [note, setNote] = useState('')
  const report = useMutation({
    mutationFn: (body: NewReport) =>
      sendOrRead<unknown>(
        () => call(createReport, { body }),
        async () => {
          const { reports } = await call(listOwnDecisions)
          return reports.find((own) => own.kind === body.kind && own.content_id === body.id && own.outcome === 'open')
        },
      ),
  })
  const name = useId()

  async function send() {
    if (!reason) return
    await report.mutateAsync({ kind: content.kind, id: content.id, reason, note })
    onReported?.()
    setReason(undefined)
    setNote('')
    toast(reportSent)
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Report this ${noun}`}
      description="Only our moderators learn that you reported it. What is wrong?"
      confirmLabel="Report"
      pendingLabel="Sending..."
      wrong={{
        reason: reason === undefined && 'Please choose what is wrong.',
        note: lengthProblem('A note', note, reportNoteMaxLength),
      }}
      onConfirm={send}
    >
      {(error) => (
        <>
          <fieldset aria-describedby={error('reason') ? `${name}-error` : undefined} className="mb-5">
            <legend className="sr-only">Reason</legend>
            {reportReasons.map((value, index) => (
              <label key={value} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name={name}
                  checked={reason === value}
                  onChange={() => setReason(value)}
                  data-invalid={index === 0 && error('reason') ? '' : undefined}
                  className="size-5 shrink-0 accent-accent"
                />
                {reasonNames[value]}
              </label>
            ))}
            {error('reason') && <FieldError id={`${name}-error`}>{error('reason')}</FieldError>}
          </fieldset>
          <TextArea
            label="Note to the moderators (optional)"
            rows={3}
            value={note}
            limit={reportNoteMaxLength}
            error={error('note')}
            onChange={(event) => setNote(event.target.value)}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

const reportSent = {
  title: 'Thank you for your report',
  description: 'Our moderators will look at it.',
  variant: 'success',
} as const
