import { appealMaxLength, createAppealByLink } from '@wtpu/contract/moderation/appeals'
import { useMutation } from '@tanstack/react-query'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { FormEvent } from 'react'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { useDraft } from '#lib/draft.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'

/** The page of the signed link in the mail about a block: a blocked user cannot sign in. */
export function AppealPage({ token }: { token: string }) {
  const [text, setText] = useDraft(`appeal-by-link:${token}`, '')
  const appeal = useMutation<unknown, ApiFailure>({
    mutationFn: () => call(createAppealByLink, { body: { token, text } }),
    onSuccess: () => setText(''),
  })
  const error = useLastError(appeal)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!appeal.isPending) appeal.mutate()
  }
  return (
    <div className="frame max-w-4xl py-10 md:py-16">
      <h1 className="mb-6 text-4xl md:text-5xl">Appeal</h1>
      <div className={cardClass('p-5 sm:p-8')}>
        {appeal.isSuccess ? (
          <output className="flex w-full gap-2.5 rounded-control border border-good bg-good-tint p-3.5 text-good">
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
            Your appeal was sent. Another moderator will answer it by email.
          </output>
        ) : (
          <form onSubmit={submit} aria-label="Appeal" className="grid gap-5">
            <p>
              Say why you think that the decision is wrong. Another moderator will read it and answer by email. You do
              not need to sign in.
            </p>
            <TextArea
              label="Why it is wrong"
              rows={6}
              value={text}
              limit={appealMaxLength}
              error={error?.fields['text']?.[0]}
              onChange={(event) => setText(event.target.value)}
            />
            {error && !error.fields['text'] && <FormAlert pending={appeal.isPending}>{error.message}</FormAlert>}
            <div>
              <Button type="submit" disabled={text.trim() === ''} loading={appeal.isPending}>
                Send Appeal
              </Button>
            </div>
          </form>
        )}
      </div>
    </div>
  )
}
