import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lengthProblem, reasonMaxLength } from '@wtpu/contract/lengths'
import {
  createReason,
  deleteReason,
  editReason,
  getOwnReason,
  type OwnReason as Own,
} from '@wtpu/contract/polls/on-demand/reasons'
import type { Poll } from '@wtpu/contract/polls/polls'
import { trimInvisible } from '@wtpu/contract/schemas'
import { useState } from 'react'
import { findLanguage, LazyLanguageChoice } from '#community/small/lazy-language.tsx'
import { call, type ApiFailure, query } from '#lib/api/api.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { takePlace } from '#lib/take-place.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'

const nothing = { text: '', named: false, lang: '' }

const ownReasonQuery = (id: number) => query(getOwnReason, { params: { id } })

/** The reason for the own answer, or the form for one. */
export function OwnReason({ poll }: { poll: Poll }) {
  const own = useQuery(ownReasonQuery(poll.id))
  const [editing, setEditing] = useState(false)
  if (own.isPending) return <ResultsSkeleton />
  if (!own.data) return <ErrorState title="Your reason could not be loaded" query={own} />
  const { reason } = own.data
  if (reason && !editing) return <Written poll={poll} reason={reason} onEdit={() => setEditing(true)} />
  return <ReasonForm key={reason?.id} poll={poll} written={reason} onClose={() => setEditing(false)} />
}

function ReasonForm({ poll, written, onClose }: { poll: Poll; written: Own | null; onClose: () => void }) {
  const queryClient = useQueryClient()
  const { queryKey } = ownReasonQuery(poll.id)
  // What is typed stays when the reason is loaded again.
  const [empty] = useState(() =>
    written ? { text: written.text, named: written.is_named, lang: written.lang ?? '' } : nothing,
  )
  const draft = written ? `edit-reason:${written.id}` : `reason:${poll.id}`
  const sendOnce = useIdempotencyKey(draft)
  const params = { id: poll.id }
  const send = useMutation<Own, ApiFailure, typeof nothing>({
    mutationFn: async ({ text, named, lang: chosen }) => {
      const lang = await findLanguage(text, chosen)
      if (written) return call(editReason, { params, body: { text, lang } })
      return sendOnce({ text, named, lang }, (key) =>
        call(createReason, { params, body: { text, is_named: named, lang, idempotency_key: key } }),
      )
    },
    onSuccess: (reason) => queryClient.setQueryData(queryKey, { reason }),
  })
  const form = useForm(send, {
    empty,
    draft,
    check: ({ text }) => ({
      text: trimInvisible(text) === '' ? fillIn : lengthProblem('A reason', text.trim(), reasonMaxLength),
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
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <TextArea
        ref={written ? takePlace : undefined}
        label="Your reason"
        rows={3}
        dir="auto"
        limit={reasonMaxLength}
        hint={
          written
            ? 'You can edit it until somebody has judged it.'
            : 'Without links, and without names of members. It appears at the next full hour.'
        }
        {...form.text('text')}
      />
      {!written && (
        <Checkbox
          label="Show my name. Otherwise it says “A member”, and nobody learns who wrote it."
          {...form.box('named')}
        />
      )}
      <LazyLanguageChoice text={form.values.text} chosen={form.values.lang} onChoose={(lang) => form.edit({ lang })} />
      {form.alert}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={form.isPending}>
          {form.isPending ? 'Sending...' : written ? 'Save' : 'Give My Reason'}
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

function Written({ poll, reason, onEdit }: { poll: Poll; reason: Own; onEdit: () => void }) {
  const [asking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const remove = async () => {
    await call(deleteReason, { params: { id: poll.id } })
    queryClient.setQueryData(ownReasonQuery(poll.id).queryKey, { reason: null })
  }
  return (
    <section aria-label="Your reason" ref={takePlace} tabIndex={-1} className="flex flex-col gap-2 outline-none">
      <p className="text-sm font-semibold">Your reason, {reason.is_named ? 'with your name' : 'without your name'}</p>
      <p dir="auto" lang={reason.lang ?? undefined} className="wrap-anywhere">
        {reason.text}
      </p>
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
        focusAfter={() => document.querySelector('textarea')}
      />
    </section>
  )
}
