import { useQuery } from '@tanstack/react-query'
import { listPendingAnswers } from '@wtpu/contract/polls/pending-answers'
import { query } from '#lib/api/api.ts'
import { cachedEmailStatus } from '#lib/session/email-status.ts'

/** The answers that wait with the account for a confirmed email, also after a reload or on another device. */
export const useKeptAnswers = () =>
  useQuery({
    ...query(listPendingAnswers, {}, { meta: { own: true } }),
    // Nothing waits for a confirmed email.
    enabled: cachedEmailStatus()?.email_confirmed === false,
  })
