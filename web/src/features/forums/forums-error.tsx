import { forumMessages } from '@wtpu/contract/forums/discussions'
import { useQueryClient } from '@tanstack/react-query'
import { urlKey, type ApiFailure } from '#lib/api/api.ts'
import { ErrorState } from '#ui/error-state.tsx'

/** The error of a list. Try Again reloads everything on the page that failed. */
export function ForumsError({ failure }: { failure: ApiFailure }) {
  const queryClient = useQueryClient()
  const retry = () =>
    queryClient.refetchQueries({
      queryKey: urlKey('/api/forums/'),
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    })
  return (
    <ErrorState title={forumMessages.listFailed} onRetry={retry}>
      {failure.message}
    </ErrorState>
  )
}
