import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getQuestionQueue, queueQuestion } from '@wtpu/contract/polls/on-demand/question-queue'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, query, urlKey } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { Button } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { Done } from '#ui/on-demand/done.tsx'

/** For admins: puts an open poll last among the questions of the day. */
export function QueueQuestion({ poll: { id, is_closed: isClosed } }: { poll: Poll }) {
  const { data: account } = useQuery(accountQuery())
  const enabled = account?.role === 'admin' && !isClosed
  const { data } = useQuery({ ...query(getQuestionQueue, {}, { staleTime: 0 }), enabled })
  const client = useQueryClient()
  const add = useMutation<unknown, ApiFailure>({
    mutationFn: () => call(queueQuestion, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: urlKey('/api/admin/') }),
  })
  const failure = useLastError(add)
  if (!enabled || !data) return null
  const place = data.queue.findIndex((queued) => queued.id === id) + 1
  const room = (
    <Link to="/admin/questions" className="text-link">
      See all questions
    </Link>
  )
  if (add.isSuccess && place > 0)
    return (
      <Done>
        It waits as question of the day number {place}. {room}
      </Done>
    )
  return (
    <div className="text-sm print:hidden">
      {place > 0 || data.today?.id === id ? (
        <p>
          {place > 0 ? `It waits as question of the day number ${place}.` : 'It is the question of the day.'} {room}
        </p>
      ) : (
        <Button variant="secondary" size="small" loading={add.isPending} onClick={() => add.mutate()}>
          Make it a question of the day
        </Button>
      )}
      {failure && <FormAlert pending={add.isPending}>{failure.message}</FormAlert>}
    </div>
  )
}
