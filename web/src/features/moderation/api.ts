import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createAppeal, decideAppeal } from '@wtpu/contract/moderation/appeals'
import * as cases from '@wtpu/contract/moderation/cases'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { getModerationFigures } from '@wtpu/contract/moderation/figures'
import type { ApiFailure } from '#lib/api/api.ts'
import { call, infiniteQuery, urlKey, query } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { getSession } from '#lib/session/session.ts'
import { toast } from '#ui/toast/toast.tsx'

const queueRefreshMs = 30_000

export const casePagesQuery = (status: cases.CaseStatus) =>
  infiniteQuery(cases.listCases, { querystring: { status, limit: 20 } }, { refetchInterval: queueRefreshMs })
export const caseQuery = (id: number) => query(cases.getCase, { params: { id } }, { staleTime: 0 })
export const ownDecisionsQuery = () => query(listOwnDecisions, {}, { staleTime: 0 })
export const logPagesQuery = () => infiniteQuery(cases.listModerationLog)
export const loggedAccountsQuery = (ids: readonly number[], enabled: boolean) =>
  query(cases.listLoggedAccounts, { querystring: { ids: ids.join() } }, { enabled: enabled && ids.length > 0 })

export const figuresQuery = () => query(getModerationFigures, {})

/** A write about moderation. Afterwards everything about it is stale, also after a failure: somebody else may have acted. */
function useModeration<Input>(write: (input: Input) => Promise<unknown>, onError?: (error: ApiFailure) => void) {
  const client = useQueryClient()
  return useMutation<unknown, ApiFailure, Input>({
    mutationFn: write,
    onError,
    // Not awaited: what happens on success must not wait until the form has gone.
    onSettled: () => void client.invalidateQueries({ queryKey: urlKey('/api/moderation/') }),
  })
}

export const useClaim = () =>
  useModeration((id: number) =>
    sendOrRead<unknown>(
      () => call(cases.claimCase, { params: { id } }),
      async () => {
        const { claimed_by } = await call(cases.getCase, { params: { id } })
        return claimed_by?.id === getSession()?.user_id ? { claimed_by } : undefined
      },
    ),
  )

/** Says that another moderator was faster. The refetched case is closed, so the form with its error is gone. */
function toastConflict({ status, message }: ApiFailure) {
  if (status === 409) toast({ title: message, variant: 'error' })
}

/** The case has a decision of the viewer like this one, whose response was lost. */
async function findOwnAction(caseId: number | null, isIt: (action: cases.StaffAction) => boolean) {
  if (caseId === null) return undefined
  const { actions } = await call(cases.getCase, { params: { id: caseId } })
  return actions.find(isIt)
}

export const useDecide = (id: number) =>
  useModeration(
    (body: cases.NewDecision) =>
      sendOrRead<unknown>(
        () => call(cases.decideCase, { params: { id }, body }),
        () =>
          findOwnAction(
            id,
            ({ case_id, actor_id, action, undone }) =>
              case_id === id && actor_id === getSession()?.user_id && action === body.action && !undone,
          ),
      ),
    toastConflict,
  )

export const useAddNote = (id: number) =>
  useModeration((text: string) =>
    sendOrRead<unknown>(
      () => call(cases.createCaseNote, { params: { id }, body: { text } }),
      async () => {
        const { notes } = await call(cases.getCase, { params: { id } })
        return notes.find((note) => note.author.id === getSession()?.user_id && note.text === text.trim())
      },
    ),
  )

export const useUndo = ({ id, case_id }: Pick<cases.StaffAction, 'id' | 'case_id'>) =>
  useModeration((reason: string) =>
    sendOrRead<unknown>(
      () => call(cases.undoAction, { params: { id }, body: { reason } }),
      () => findOwnAction(case_id, (action) => action.id === id && action.undone),
    ),
  )

export const useDecideAppeal = ({ appeal, case_id }: Pick<cases.StaffAction, 'appeal' | 'case_id'>) =>
  useModeration(
    (body: { granted: boolean; answer: string }) =>
      sendOrRead<unknown>(
        () => call(decideAppeal, { params: { id: appeal?.id ?? 0 }, body }),
        () =>
          findOwnAction(
            case_id,
            (action) =>
              action.appeal?.id === appeal?.id &&
              action.appeal?.granted === body.granted &&
              action.appeal.answer === body.answer.trim(),
          ),
      ),
    toastConflict,
  )

export const useAppeal = (id: number) =>
  useModeration((text: string) =>
    sendOrRead<unknown>(
      () => call(createAppeal, { params: { id }, body: { text } }),
      async () => {
        const { decisions } = await call(listOwnDecisions)
        return decisions.find((decision) => decision.id === id)?.appeal ?? undefined
      },
    ),
  )
