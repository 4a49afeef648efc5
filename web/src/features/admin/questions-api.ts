import * as questions from '@wtpu/contract/polls/on-demand/question-queue'
import { listPolls } from '@wtpu/contract/polls/polls'
import { call, query } from '#lib/api/api.ts'
import { useChange } from './use-change.ts'

export const questionQueueQuery = () => query(questions.getQuestionQueue, {}, { staleTime: 0 })
export const openPollsQuery = (q: string) =>
  query(listPolls, { querystring: { filter: 'live', limit: 10, ...(q !== '' && { q }) } })
export const useQueueQuestion = () => useChange((id: number) => call(questions.queueQuestion, { params: { id } }))
export const useUnqueueQuestion = () => useChange((id: number) => call(questions.unqueueQuestion, { params: { id } }))
export const useMoveQuestion = () =>
  useChange(({ id, direction }: { id: number; direction: 'up' | 'down' }) =>
    call(questions.moveQuestion, { params: { id }, body: { direction } }),
  )
