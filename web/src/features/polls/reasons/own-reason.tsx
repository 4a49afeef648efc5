import { WrittenText } from '#community/text/written-text.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lengthProblem, reasonMaxLength } from '@wtpu/contract/lengths'
import {
  createReason,
  deleteReason,
  editReason,
  fairAccountText,
  getOwnReason,
  type OwnReason as Own,
  type Side,
} from '@wtpu/contract/polls/on-demand/reasons'
import type { Poll } from '@wtpu/contract/polls/polls'
import { trimInvisible } from '@wtpu/contract/schemas'
import { useState } from 'react'
import { choicesOf, findWritten, LazyWrittenChoices } from '#community/small/lazy-choices.tsx'
import { call, type ApiFailure, query } from '#lib/api/api.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { takePlace } from '#lib/take-place.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { SelectField, TextArea } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'

const nothing = { ...choicesOf({}), text: '', named: false, agrees: false, option: '' }

/** The element that has the form. */
export const formId = (side: Side) => `reason-${side}`

const ownReasonQuery = (id: number, side: Side) => query(getOwnReason, { params: { id }, querystring: { side } })

interface SideProps {
  poll: Poll
  side: Side
  /** The answers that it can be for: the own one, or the others with an opinion. */
  options: Poll['options']
}

/** The reason for the own answer, or for one that the viewer did not choose, or the form for it. */
export function OwnReason(props: SideProps) {
  const { poll, side } = props
  const own = useQuery(ownReasonQuery(poll.id, side))
  const [editing, setEditing] = useState(false)
  if (own.isPending) return <ResultsSkeleton />
  if (!own.data) return <ErrorState title="Your reason could not be loaded" query={own} />
  const { reason } = own.data
  if (reason && !editing) return <Written {...props} reason={reason} onEdit={() => setEditing(true)} />
  return <ReasonForm key={reason?.id} {...props} written={reason} onClose={() => setEditing(false)} />
}

/** Without names, nobody can tell an account of the other side by the name that is missing. */
const isSigned = ({ poll, side }: SideProps) => side === 'own' && !poll.asks_other_side

function ReasonForm({ written, onClose, ...props }: SideProps & { written: Own | null; onClose: () => void }) {
  const { poll, side, options } = props
  const queryClient = useQueryClient()
  const { queryKey } = ownReasonQuery(poll.id, side)
  // What is typed stays when the reason is loaded again.
  const [empty] = useState(() => ({
    ...nothing,
    option: String(options[0]?.id ?? ''),
    ...(written && { text: written.text, ...choicesOf(written) }),
  }))
  const draft = written ? `edit-reason:${written.id}` : `reason:${poll.id}${side === 'own' ? '' : ':other'}`
  const sendOnce = useIdempotencyKey(draft)
  const params = { id: poll.id }
  const needsAgreement = side === 'other' && !written
  const send = useMutation<Own, ApiFailure, typeof nothing>({
    mutationFn: async ({ text, named, agrees, option, ...chosen }) => {
      const content = { text, ...(await findWritten(text, chosen)) }
      if (written) return call(editReason, { params, querystring: { side }, body: content })
      const reason = {
        ...content,
        is_named: named,
        ...(side === 'other' && { other_side: { option: Number(option), agrees } }),
      }
      return sendOnce(reason, (key) => call(createReason, { params, body: { ...reason, idempotency_key: key } }))
    },
    onSuccess: (reason) => queryClient.setQueryData(queryKey, { reason }),
  })
  const form = useForm(send, {
    empty,
    draft,
    check: ({ text, agrees }) => ({
      text: trimInvisible(text) === '' ? fillIn : lengthProblem('A reason', text.trim(), reasonMaxLength),
      agrees: needsAgreement && !agrees && 'Please agree to it, or write nothing here.',
    }),
    input: ({ text, ...rest }) => ({ ...rest, text: text.trim() }),
    onSuccess: onClose,
  })
  const cancel = () => {
    form.discard()
    onClose()
    // Somebody may have judged it meanwhile.
    void queryClient.invalidateQueries({ queryKey })
  }
  const label = side === 'own' ? 'Your reason' : 'The best reason for the answer you did not choose'
  return (
    <form {...form.props} className="flex flex-col gap-3">
      {side === 'other' && !written && options.length > 1 && (
        <SelectField label="An answer that you did not choose" {...form.text('option')}>
          {options.map(({ id, text }) => (
            <option key={id} value={String(id)}>
              {text}
            </option>
          ))}
        </SelectField>
      )}
      <TextArea
        ref={written ? takePlace : undefined}
        label={side === 'other' && options.length === 1 ? `The best reason for “${options[0]?.text}”` : label}
        rows={3}
        dir="auto"
        limit={reasonMaxLength}
        hint={
          written
            ? 'You can edit it until somebody has judged it.'
            : side === 'own'
              ? 'Without links, and without names of members. It appears at the next full hour.'
              : 'Write it as people who gave this answer would. They judge it among their own reasons, and nobody sees which is which.'
        }
        {...form.text('text')}
      />
      {!written && isSigned(props) && (
        <Checkbox
          label="Show my name. Otherwise it says “A member”, and nobody learns who wrote it."
          {...form.box('named')}
        />
      )}
      {needsAgreement && (
        <Checkbox
          label={`I agree: if most of them could have written it, it says “${fairAccountText}”. My name is not shown.`}
          {...form.box('agrees')}
        />
      )}
      <LazyWrittenChoices text={form.values.text} chosen={form.values} onChoose={form.edit} />
      {form.alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.isPending}>
          {form.isPending ? 'Sending...' : written ? 'Save' : side === 'own' ? 'Give My Reason' : 'Give This Reason'}
        </Button>
        {written && (
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function Written({ reason, onEdit, ...props }: SideProps & { reason: Own; onEdit: () => void }) {
  const { poll, side } = props
  const [asking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const remove = async () => {
    await call(deleteReason, { params: { id: poll.id }, querystring: { side } })
    queryClient.setQueryData(ownReasonQuery(poll.id, side).queryKey, { reason: null })
  }
  const answer = poll.options.find(({ id }) => id === reason.option)?.text
  const name = side === 'own' ? 'Your reason' : `Your reason for “${answer}”`
  return (
    <section aria-label={name} ref={takePlace} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      <p className="text-sm font-semibold">
        {name}
        {isSigned(props) && `, ${reason.is_named ? 'with your name' : 'without your name'}`}
      </p>
      <WrittenText writing={reason} className="wrap-anywhere">
        {reason.text}
      </WrittenText>
      {reason.under_review && <p className="text-sm text-soft">Only you and moderators see it during a review.</p>}
      <div className="flex flex-wrap gap-3">
        {reason.can_edit && (
          <Button variant="secondary" onClick={onEdit}>
            Edit my reason
          </Button>
        )}
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Delete my reason
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete your reason?"
        description="You can write another one afterwards."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        onConfirm={remove}
        focusAfter={() => document.querySelector(`#${formId(side)} textarea`)}
      />
    </section>
  )
}
