import type { Account } from '@wtpu/contract/accounts/accounts'
import { updateAccount } from '@wtpu/contract/accounts/settings'
import { listDistricts } from '@wtpu/contract/my-politicians'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey, query } from '#lib/api/api.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'

export const districtsQuery = (state: string) => query(listDistricts, { querystring: { state } })

export function useUpdateDistrict() {
  const queryClient = useQueryClient()
  return useMutation<Account, ApiFailure, { state: string; district: number | null }>({
    mutationFn: (body) => call(updateAccount, { body }),
    onSuccess: (account) => {
      queryClient.setQueryData(accountQuery().queryKey, account)
      void queryClient.invalidateQueries({ queryKey: urlKey('/auth/api/user/') })
    },
  })
}
