import {
  type Confirmation,
  confirmEmail,
  declineRegistration,
  openConfirmation,
} from '@wtpu/contract/accounts/confirmation'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Output } from '@wtpu/contract/endpoint'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'

/** What a confirmation link does. */
export const confirmationQuery = (token: string) =>
  queryOptions<Output<typeof openConfirmation>, ApiFailure>({
    queryKey: ['confirmation', token],
    queryFn: () => call(openConfirmation, { body: { token } }),
    staleTime: Infinity,
  })

export function useDeclineRegistration() {
  return useMutation<unknown, ApiFailure, string>({
    mutationFn: (token) => call(declineRegistration, { body: { token } }),
  })
}

export function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation<Output<typeof confirmEmail>, ApiFailure, { token: string } & Pick<Confirmation, 'answers'>>({
    mutationFn: ({ token, answers }) =>
      call(confirmEmail, { body: { token, seen: answers.map(({ poll, option }) => ({ poll, option })) } }),
    onError: ({ code }, { token }) => {
      if (code === 'answers_changed') void queryClient.invalidateQueries(confirmationQuery(token))
    },
    // Hides the banner if the user is signed in.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
  })
}
