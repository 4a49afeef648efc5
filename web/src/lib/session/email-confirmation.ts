import { getAccount } from '@wtpu/contract/accounts/accounts'
import { resendConfirmation } from '@wtpu/contract/accounts/confirmation'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, query } from '#lib/api/api.ts'

export const accountQuery = () => query(getAccount)

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
