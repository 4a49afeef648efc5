import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, urlKey } from '#lib/api/api.ts'

// Not in api.ts: calls that three pages load would be in the code of all pages.
/** A change by an admin. Afterwards all that admins see is stale, also after a failure: another admin may have acted. */
export function useChange<Input>(change: (input: Input) => Promise<unknown>) {
  const client = useQueryClient()
  return useMutation<unknown, ApiFailure, Input>({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: urlKey('/api/admin/') }),
  })
}
