import { getAccount } from '@wtpu/contract/accounts/accounts'
import { resendConfirmation } from '@wtpu/contract/accounts/confirmation'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, query } from '#lib/api/api.ts'
import { cachedEmailStatus } from './email-status.ts'

export const accountQuery = () => query(getAccount)

/** Whether the email is confirmed, which can happen on another device, too. Undefined until it is known. */
export function useEmailConfirmed(enabled: boolean): boolean | undefined {
  const { data } = useQuery({ ...accountQuery(), enabled })
  return (data ?? cachedEmailStatus())?.email_confirmed
}

/** Whether a call failed because the viewer has not confirmed their email. */
export function needsConfirmedEmail({ code }: Pick<ApiFailure, 'code'>): boolean {
  return code === 'email_not_confirmed'
}

/** Sends another confirmation email. Refetches the account after an error, because it may be confirmed by now. */
export function useResendConfirmation() {
  const queryClient = useQueryClient()
  return useMutation<unknown, ApiFailure>({
    mutationFn: () => call(resendConfirmation),
    onError: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  })
}
