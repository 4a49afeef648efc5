import { appealMaxLength, createAppealByLink } from '@wtpu/contract/moderation/appeals'
import { useMutation } from '@tanstack/react-query'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { Done } from '#ui/on-demand/done.tsx'

const empty = { text: '' }

/** The page of the signed link in the mail about a block: a blocked user cannot sign in. */
export function AppealPage({ token }: { token: string }) {
  const appeal = useMutation<unknown, ApiFailure, string>({
    mutationFn: (text) => call(createAppealByLink, { body: { token, text } }),
  })
  const form = useForm(appeal, {
    empty,
    draft: `appeal-by-link:${token}`,
    check: ({ text }) => ({ text: text.trim() === '' && fillIn }),
    input: ({ text }) => text,
  })
  return (
    <div className="page max-w-4xl">
      <h1 className="mb-6">Appeal</h1>
      <div className={cardClass('p-5 sm:p-8')}>
        {appeal.isSuccess ? (
          <Done>Your appeal was sent. Another moderator will answer it by email.</Done>
        ) : (
          <form {...form.props} aria-label="Appeal" className="grid gap-5">
            <p>
              Say why you think that the decision is wrong. Another moderator will read it and answer by email. You do
              not need to sign in.
            </p>
            <TextArea label="Why it is wrong" rows={6} {...form.text('text')} limit={appealMaxLength} />
            {form.alert}
            <div>
              <Button type="submit" loading={form.isPending}>
                Send Appeal
              </Button>
            </div>
          </form>
        )}
      </div>
    </div>
  )
}
