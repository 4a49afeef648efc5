import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { lengthProblem, reasonMaxLength } from '@wtpu/contract/lengths'
import { createReason, deleteReason, getOwnReason, type OwnReason as Own } from '@wtpu/contract/polls/on-demand/reasons'
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
  if (own.isPending) return <ResultsSkeleton />
  if (!own.data) return <ErrorState title="Your reason could not be loaded" query={own} />
  return own.data.reason ? <Written poll={poll} reason={own.data.reason} /> : <ReasonForm poll={poll} />
}

function ReasonForm({ poll }: { poll: Poll }) {
  const queryClient = useQueryClient()
  const draft = `reason:${poll.id}`
  const sendOnce = useIdempotencyKey(draft)
  const give = useMutation<Own, ApiFailure, typeof nothing>({
    mutationFn: async ({ text, named, lang: chosen }) => {
      const lang = await findLanguage(text, chosen)
      return sendOnce({ text, named, lang }, (key) =>
        call(createReason, { params: { id: poll.id }, body: { text, is_named: named, lang, idempotency_key: key } }),
      )
    },
    onSuccess: (reason) => queryClient.setQueryData(ownReasonQuery(poll.id).queryKey, { reason }),
  })
  const form = useForm(give, {
    empty: nothing,
    draft,
    check: ({ text }) => ({
      text: trimInvisible(text) === '' ? fillIn : lengthProblem('A reason', text.trim(), reasonMaxLength),
    }),
    input: ({ text, ...rest }) => ({ ...rest, text: text.trim() }),
  })
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <TextArea
        label="Your reason"
        rows={3}
        dir="auto"
        limit={reasonMaxLength}
        hint="Without links, and without names of members. It appears at the next full hour."
        {...form.text('text')}
      />
      <Checkbox
        label="Show my name. Otherwise it says “A member”, and nobody learns who wrote it."
        {...form.box('named')}
      />
      <LazyLanguageChoice text={form.values.text} chosen={form.values.lang} onChoose={(lang) => form.edit({ lang })} />
      {form.alert}
      <Button type="submit" className="self-start" loading={form.isPending}>
        {form.isPending ? 'Sending...' : 'Give My Reason'}
      </Button>
    </form>
  )
}

function Written({ poll, reason }: { poll: Poll; reason: Own }) {
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
      <Button variant="secondary" className="self-start" onClick={() => setAsking(true)}>
        Delete my reason
      </Button>
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
