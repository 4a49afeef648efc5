import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, urlKey } from '#lib/api/api.ts'
import { withProof } from '#community/proof/with-proof.ts'
import { dismissToast } from '#ui/toast/toast.tsx'

// Not in api.ts: calls that three pages load would be in the code of all pages.
/** A change by an admin, who proves again who it is where the server asks. Afterwards all that admins see is stale, also after a failure: another admin may have acted. */
export function useChange<Input, Result>(change: (input: Input) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation<Result, ApiFailure, Input>({
    mutationFn: (input) => withProof(() => change(input)),
    // A toast with a button stays. It would seem to be about this change, even if the change fails.
    onMutate: dismissToast,
    onSettled: () => client.invalidateQueries({ queryKey: urlKey('/api/admin/') }),
  })
}
