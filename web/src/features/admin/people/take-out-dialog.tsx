import { useQuery } from '@tanstack/react-query'
import { minTakenOutAccounts, type RecentAccounts } from '@wtpu/contract/accounts/mail-domains'
import { minVotesTakenOut } from '@wtpu/contract/disclosure'
import { fullCount } from '@wtpu/contract/full-count'
import { decisionErrors, DecisionFields, emptyDecision } from '#community/menu/decision-fields.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { recentAccountsQuery, useTakeOut } from './api.ts'

const counted = (count: number, one: string) => `${fullCount(count)} ${count === 1 ? one : `${one}s`}`
const votesInPolls = ({ votes, polls }: Pick<RecentAccounts, 'votes' | 'polls'>) =>
  `${counted(votes, 'vote')} in ${counted(polls, 'open poll')}`

/** Blocks the recent accounts of a mail domain and takes their votes out, after it has said how many they are. */
export function TakeOutDialog({
  domain,
  open,
  onOpenChange,
}: {
  domain: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const counts = useQuery({ ...recentAccountsQuery(domain), enabled: open })
  const form = useForm(useTakeOut(domain), {
    empty: emptyDecision,
    check: decisionErrors,
    input: ({ rule, sentence }) => ({ rule: Number(rule), sentence }),
    onSuccess: ({ blocked, left, ...taken }) => {
      onOpenChange(false)
      const stayed = left > 0 ? ` Not blocked: ${counted(left, 'account')}.` : ''
      const description = `Taken out: ${votesInPolls(taken)}.${stayed}`
      toast({ title: `Blocked: ${counted(blocked, 'account')}`, description, variant: 'success' })
    },
  })
  const isEnough = counts.data && counts.data.accounts + counts.data.blocked >= minTakenOutAccounts
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        form.forget()
        onOpenChange(next)
      }}
      title={`Take out the new accounts of ${domain}?`}
      description="They are blocked, and their votes in open polls are taken out. The votes do not come back, even if a block is undone."
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            Take out nothing
          </Button>
          <Button
            type="submit"
            form={form.id}
            variant="destructive"
            disabled={!isEnough}
            aria-describedby={isEnough ? undefined : `${form.id}-why`}
            loading={form.isPending}
          >
            Block and take out
          </Button>
        </>
      }
    >
      {counts.data ? (
        <form {...form.props} className="grid gap-4">
          <div>
            <p className="font-semibold">
              {counted(counts.data.accounts, 'account')} of the last 7 days
              {counts.data.blocked > 0 &&
                `, and ${fullCount(counts.data.blocked)} that ${counts.data.blocked === 1 ? 'is' : 'are'} blocked already`}
            </p>
            <p className="font-semibold">{votesInPolls(counts.data)}</p>
            <p className="mt-1 text-sm text-soft">
              Accounts of staff stay, and people who also have an older account. Where these accounts have fewer than{' '}
              {minVotesTakenOut} votes in a poll, the votes stay: otherwise you could see how one person voted. Closed
              polls stay as they are. How each poll was taken will say how many votes were taken out.
            </p>
          </div>
          {isEnough ? (
            <DecisionFields
              draft={form.values}
              onChange={(draft) => form.edit(draft)}
              errorOf={form.error}
              hint="Each of them reads this, and can appeal. It is in the public log, without names."
            />
          ) : (
            <p id={`${form.id}-why`}>
              Fewer than {minTakenOutAccounts} accounts can be taken out here. Look at them one by one with Show
              accounts.
            </p>
          )}
          {form.alert}
        </form>
      ) : counts.error ? (
        <ErrorState title="The accounts could not be counted" query={counts} inCard />
      ) : (
        <LoadingState label="Counting accounts and votes...">
          <Skeleton className="h-11 w-full" />
          <Skeleton className="mt-2 h-11 w-full" />
        </LoadingState>
      )}
    </Dialog>
  )
}
