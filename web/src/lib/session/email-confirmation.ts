import { emailNotConfirmed } from '@wtpu/contract/errors'
import { confirmEmail, getAccount, resendConfirmation } from '@wtpu/contract/accounts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, query } from '#lib/api/api.ts'

export const accountQuery = () => query(getAccount)

/** Whether a refusal goes away once the viewer confirms their email. */
export function needsConfirmedEmail({ code }: { code: string }): boolean {
  return code === emailNotConfirmed
}

/** Mails another confirmation link. A refusal may mean that the email is confirmed by now. */
export function useResendConfirmation() {
  const queryClient = useQueryClient()
  return useMutation<unknown, ApiFailure>({
    mutationFn: () => call(resendConfirmation),
    onError: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  })
}

export function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation<unknown, ApiFailure, string>({
    mutationFn: (token) => call(confirmEmail, { body: { token } }),
    // The banner of whoever is signed in follows.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  })
}
