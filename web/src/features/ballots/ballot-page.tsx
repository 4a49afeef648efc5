import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ballot, openBallot } from '@wtpu/contract/circles/on-demand/ballots'
import { fullCount } from '@wtpu/contract/full-count'
import { site } from '@wtpu/contract/site/name'
import { hostOf } from '@wtpu/contract/web-address'
import { useState } from 'react'
import { AccountPage, LoadingLink } from '#ui/on-demand/account-page.tsx'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { fullDate } from '#lib/dates.ts'
import { useLinkToken } from '#lib/link-token.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { BallotForm } from './ballot-form.tsx'
import { type BallotKey, ballotQueryKey, keyOfHash } from './ballot-key.ts'

/** The ballot paper of a mailed link or of a code, which need no account, or of the viewer's mailbox. */
export function BallotPage() {
  const token = useLinkToken('ballot_token')
  const [typed, setTyped] = useState<{ code: string; paper?: number }>()
  if (typed !== undefined)
    return (
      <OpenBallot
        key={typed.paper}
        by={typed}
        onOtherCode={() => setTyped(undefined)}
        onOtherPaper={(paper) => setTyped({ ...typed, paper })}
      />
    )
  if (token !== '') return <OpenBallot key={token} by={keyOfHash(token)} onOtherCode={() => setTyped({ code: '' })} />
  return <TypeCode onOpened={(code) => setTyped({ code })} />
}

const noCode = { code: '' }

function TypeCode({ onOpened }: { onOpened: (code: string) => void }) {
  const queryClient = useQueryClient()
  const open = useMutation<Ballot, ApiFailure, string>({
    mutationFn: (code) => call(openBallot, { body: { code } }),
    onSuccess: (ballot, code) => {
      queryClient.setQueryData(ballotQueryKey({ code }), ballot)
      onOpened(code)
    },
  })
  const form = useForm(open, {
    empty: noCode,
    check: ({ code }) => ({ code: code.trim() === '' && 'Type the code of your letter.' }),
    input: ({ code }) => code,
  })
  return (
    <AccountPage isOfLink title="Your ballot" lead={<p>If a letter or a message invited you, it has a code.</p>}>
      <form {...form.props} className="flex flex-col items-start gap-5">
        {form.alert}
        <TextField
          label="Code"
          hint="Twelve letters and digits, for example 4GXR-9K2M-7QTB."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          {...form.text('code')}
        />
        <Button type="submit" size="large" loading={form.isPending}>
          Open the Ballot
        </Button>
        <p className="text-soft">If a mail invited you, open its link instead.</p>
      </form>
    </AccountPage>
  )
}

interface OpenBallotProps {
  by: BallotKey
  onOtherCode: () => void
  onOtherPaper?: (paper: number) => void
}

function OpenBallot({ by, onOtherCode, onOtherPaper }: OpenBallotProps) {
  const query = useQuery<Ballot, ApiFailure>({
    queryKey: ballotQueryKey(by),
    queryFn: () => call(openBallot, { body: by }),
    staleTime: Infinity,
  })
  const { data: ballot, error } = query
  if (error?.status === 404 || error?.status === 400) {
    return (
      <AccountPage title="Your ballot">
        <FormAlert>{error.message}</FormAlert>
        <Button variant="secondary" className="mt-5" onClick={onOtherCode}>
          Type a code
        </Button>
      </AccountPage>
    )
  }
  if (error) {
    return (
      <AccountPage title="Your ballot">
        <ErrorState title="The ballot could not be opened" query={query} inCard />
      </AccountPage>
    )
  }
  if (!ballot) {
    return (
      <AccountPage title="Your ballot">
        <LoadingLink />
      </AccountPage>
    )
  }
  return (
    <AccountPage
      title={ballot.title}
      lead={<Invitation ballot={ballot} />}
      below={<Kit kit={ballot.kit} />}
      takesFocus={'code' in by && by.paper !== undefined}
      aside={onOtherPaper && <Others others={ballot.others} onOpen={onOtherPaper} />}
    >
      <BallotForm ballot={ballot} by={by} />
    </AccountPage>
  )
}

function Others({ others, onOpen }: Pick<Ballot, 'others'> & { onOpen: (paper: number) => void }) {
  if (others.length === 0) return null
  return (
    <section>
      <h2 className="text-xl">Your code also opens</h2>
      <ul className="mt-2 grid justify-items-start gap-2">
        {others.map(({ paper, title }) => (
          <li key={paper}>
            <Button variant="secondary" onClick={() => onOpen(paper)}>
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Invitation({ ballot }: { ballot: Ballot }) {
  const { circle, introduction, state, closes_at: closesAt, eligible, quorum, keepers } = ballot
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      <p>
        For {fullCount(eligible)} invited {eligible === 1 ? 'person' : 'people'} of {circle}.{' '}
        {state === 'closed' ? 'It closed' : 'It closes'} on {fullDate(closesAt)}.
      </p>
      {introduction !== '' && <p className="whitespace-pre-line text-ink">{introduction}</p>}
      {quorum !== null && (
        <p>
          Quorum: {fullCount(quorum)} of {fullCount(eligible)} answers.
        </p>
      )}
      <p className="text-base">
        {site.name} can see who has answered{keepers.length > 0 && `, and so can ${names(keepers)} after the close`}.
        Its database knows which ballot is whose, as in every election by mail link; it is not secret from those who run
        the server.
      </p>
    </div>
  )
}

const names = (keepers: readonly string[]) => keepers.join(', ').replace(/, (?=[^,]*$)/, ' and ')

function Kit({ kit }: Pick<Ballot, 'kit'>) {
  if (kit.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="text-xl">To read before you answer</h2>
      <ul className="mt-2">
        {kit.map(({ label, url }) => (
          <li key={url}>
            <a
              href={url}
              target="_blank"
              rel="nofollow noopener noreferrer"
              className="inline-flex min-h-11 items-center text-link wrap-anywhere"
            >
              {label} ({hostOf(url) ?? 'PDF'})
            </a>
          </li>
        ))}
      </ul>
      <p className="text-sm text-soft">In an order that is drawn for each ballot.</p>
    </section>
  )
}
