import { getUser, type User } from '@wtpu/contract/accounts/accounts'
import { queryOptions } from '@tanstack/react-query'
import { ApiFailure, call, urlKey } from '#lib/api/api.ts'

/** Uses the default stale time of 5 minutes. A user that does not exist throws a 404. */
export const userQuery = (user: string) =>
  queryOptions<User, ApiFailure>({
    queryKey: urlKey(`/auth/api/user/${user}/`),
    queryFn: async ({ signal }) => {
      const response = await call(getUser, { params: { id: user } }, { signal })
      if ('exists' in response) throw new ApiFailure({ status: 404 })
      return response
    },
  })
