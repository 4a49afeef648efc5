import { maxUnits } from '@wtpu/contract/characters'
import { type ManagedParts, partsReasonLength } from '@wtpu/contract/site/on-demand/part-facts'
import { type ChosenParts, ratingsClosedSentence } from '@wtpu/contract/site/site-parts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { fillIn } from '#ui/form/on-demand/use-form.tsx'
import { hiddenSentence, namesOf } from './rules.ts'

/** Says what goes off and comes back, and asks for the reason, before anything is saved. */
export function SavePartsDialog({
  open,
  onOpenChange,
  stored,
  next,
  withOthers,
  changedMeanwhile,
  reason,
  onReason,
  onSave,
  focusAfter,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  stored: ManagedParts
  next: Omit<ChosenParts, 'reading'>
  /** Those of the parts that go off because they need others. */
  withOthers: ChosenParts['off']
  /** What another admin has saved since the editing began. */
  changedMeanwhile: string
  reason: string
  onReason: (reason: string) => void
  onSave: () => Promise<unknown>
  focusAfter?: () => Element | null
}) {
  const goesOff = next.off.filter((part) => !stored.off.includes(part))
  const comesBack = stored.off.filter((part) => !next.off.includes(part))
  const goesAlong = withOthers.filter((part) => goesOff.includes(part))
  const isSwitched = goesOff.filter((part) => !goesAlong.includes(part))
  const hidden = hiddenSentence(goesOff, stored.counts)
  const closed = next.ratings_closed
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={isSwitched.length > 0 ? `Switch off ${namesOf(isSwitched)}?` : 'Save these changes?'}
      description={
        goesOff.length > 0
          ? `${hidden} Nothing is deleted: what you switch on again is as before. Moderators can still decide open cases.`.trim()
          : 'The public log shows what you change.'
      }
      confirmLabel="Save"
      pendingLabel="Saving..."
      confirmVariant={goesOff.length > 0 ? 'destructive' : 'primary'}
      wrong={{ reason: reason.trim() === '' && fillIn }}
      onConfirm={onSave}
      focusAfter={focusAfter}
    >
      {(error) => (
        <div className="grid gap-3">
          {goesAlong.length > 0 && (
            <p>
              These go off, too, because they need what you switch off: <strong>{namesOf(goesAlong)}</strong>.
            </p>
          )}
          {comesBack.length > 0 && (
            <p>
              Switched on, with all that was there: <strong>{namesOf(comesBack)}</strong>.
            </p>
          )}
          {JSON.stringify(closed) !== JSON.stringify(stored.ratings_closed) && (
            <p>{closed ? ratingsClosedSentence(closed) : 'Ratings are open.'}</p>
          )}
          {changedMeanwhile && <p className="font-medium">Another admin has saved meanwhile: {changedMeanwhile}.</p>}
          <TextField
            label="Reason"
            hint="Everyone can read it in the moderation log."
            value={reason}
            error={error('reason')}
            maxLength={maxUnits(partsReasonLength)}
            autoComplete="off"
            onChange={({ target }) => onReason(target.value)}
          />
        </div>
      )}
    </ConfirmDialog>
  )
}
