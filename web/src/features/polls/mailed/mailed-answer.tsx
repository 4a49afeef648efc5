import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Output } from '@wtpu/contract/endpoint'
import {
  countMailedAnswer,
  deleteMailedAnswer,
  type Mailbox,
  type MailedAnswer as Answer,
  openMailedAnswer,
} from '@wtpu/contract/polls/on-demand/mailed-answers'
import { site } from '@wtpu/contract/site/name'
import { type ComponentType, useState } from 'react'
import { answerCounted, answerNotCounted } from '#features/polls/small/pending-messages.ts'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { useSession } from '#lib/session/session.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { AccountPage, LoadingLink } from '#ui/on-demand/account-page.tsx'
import { Done } from '#ui/on-demand/done.tsx'

/** Why an answer by mail does not count. */
const reasons: Record<Exclude<Output<typeof countMailedAnswer>['state'], 'counted'>, string> = {
  already_voted: 'This mailbox had already voted in this poll. Each mailbox has one vote.',
  poll_closed: 'The poll closed before you pressed the button.',
  not_found: 'The poll was removed.',
  not_allowed: 'This mailbox may not vote here.',
}

/** The form that makes an account with the address, which is part of another feature. */
type KeepAccount = ComponentType<{ mailbox: Mailbox; onSignedIn: () => void }>

/** What a mailed link opens: the answer that somebody gave with the address. The title asks for it until it is decided. It counts on a press, because mail scanners open every link. */
export function MailedAnswer({ token, KeepAccount }: { token: string; KeepAccount: KeepAccount }) {
  const queryClient = useQueryClient()
  const queryKey = ['mailed answer', token]
  const link = useQuery<Answer, ApiFailure>({
    queryKey,
    queryFn: () => call(openMailedAnswer, { body: { token } }),
    enabled: token !== '',
    staleTime: Infinity,
  })
  const count = useMutation<Output<typeof countMailedAnswer>, ApiFailure, { poll: number }>({
    mutationFn: () => call(countMailedAnswer, { body: { token } }),
    onSuccess: ({ state }) => queryClient.setQueryData<Answer>(queryKey, (answer) => answer && { ...answer, state }),
  })
  const remove = useMutation<unknown, ApiFailure>({ mutationFn: () => call(deleteMailedAnswer, { body: { token } }) })
  const notCounted = useLastError(count)
  const notRemoved = useLastError(remove)
  const failure = notCounted ?? notRemoved
  const isDecided = remove.isSuccess || count.isSuccess || (link.data !== undefined && link.data.state !== 'waiting')
  return (
    <AccountPage
      isOfLink
      title={isDecided ? 'Your answer' : 'Count your answer'}
      lead={!isDecided && <p>An answer by email is in the result after one press here.</p>}
    >
      {content()}
    </AccountPage>
  )

  function content() {
    if (token === '') return <FormAlert>This link is not complete. Open the whole link in the mail.</FormAlert>
    if (remove.isSuccess) {
      return <Done>The answer was deleted. Nothing else is needed.</Done>
    }
    // Not the answer of the link, which is asked again with the session of a new account.
    if (count.data) return <Decided {...count.variables} {...count.data} KeepAccount={KeepAccount} />
    if (link.error?.status === 400) return <FormAlert>{link.error.message}</FormAlert>
    if (link.error) return <ErrorState title="The link could not be opened" query={link} inCard />
    if (!link.data) return <LoadingLink />
    const { poll, question, option, state, newsletter } = link.data
    if (state !== 'waiting') return <Decided poll={poll} state={state} KeepAccount={KeepAccount} />
    const isBusy = count.isPending || remove.isPending
    return (
      <div className="flex flex-col items-start gap-5">
        <p>Somebody answered this poll with your address. The answer is not counted yet:</p>
        <p className="w-full rounded-control bg-tint p-3 wrap-anywhere">
          <span className="text-soft">{question}</span> <strong className="block">{option}</strong>
        </p>
        {newsletter !== null && <p className="wrap-anywhere">With the answer, you agree to this: “{newsletter}”</p>}
        {failure && <FormAlert pending={isBusy}>{failure.message}</FormAlert>}
        <Button
          size="large"
          loading={count.isPending}
          disabled={remove.isPending}
          onClick={() => count.mutate({ poll })}
        >
          {count.isPending ? 'Counting...' : 'Count My Answer'}
        </Button>
        <p className="text-soft">
          Then it is final. {site.name}{' '}
          {newsletter === null
            ? 'deletes your address, unless you have an account with it.'
            : 'keeps your address for the newsletter, apart from your answer.'}
        </p>
        <Button
          variant="secondary"
          loading={remove.isPending}
          disabled={count.isPending}
          onClick={() => remove.mutate()}
        >
          I did not answer this
        </Button>
      </div>
    )
  }
}

interface DecidedProps {
  poll: number
  state: Exclude<Answer['state'], 'waiting'>
  /** Undefined if the address has an account, or the answer was counted before. */
  mailbox?: Mailbox
  KeepAccount: KeepAccount
}

function Decided({ poll, state, mailbox, KeepAccount }: DecidedProps) {
  const isSignedIn = useSession() !== null
  const [wasSignedIn] = useState(isSignedIn)
  const [hasAccount, setHasAccount] = useState(false)
  const canKeep = mailbox !== undefined && !wasSignedIn
  return (
    <div className="flex flex-col items-start gap-5">
      {hasAccount ? (
        <Done key="account">Your account is there. Your answer is in it.</Done>
      ) : state === 'counted' ? (
        <Done>{answerCounted}</Done>
      ) : (
        <output ref={takeFocus} tabIndex={-1} className="outline-none">
          <strong>{answerNotCounted}.</strong> {reasons[state]}
        </output>
      )}
      {state !== 'not_found' && (
        <Link to="/results/$pollId" params={{ pollId: String(poll) }} className={buttonClass({ size: 'large' })}>
          See the results
        </Link>
      )}
      {canKeep && !hasAccount && (
        <section className="w-full border-t border-line pt-5">
          <KeepAccount mailbox={mailbox} onSignedIn={() => setHasAccount(true)} />
        </section>
      )}
      {!isSignedIn && !canKeep && (
        <>
          <p>
            With an account you can answer other polls without a mail for each. It takes over the answers of this
            mailbox.
          </p>
          <Link to="/signup" className={buttonClass({ variant: 'secondary' })}>
            Create an account
          </Link>
        </>
      )}
    </div>
  )
}
