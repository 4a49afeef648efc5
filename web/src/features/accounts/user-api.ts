import { getUser, type User } from '@wtpu/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { ApiFailure, call, keyOf } from '#lib/api/api.ts'

/** Specification 9: 5 minutes, the cache's own default. */
export const userQuery = (user: string) =>
  queryOptions<User, ApiFailure>({
    queryKey: keyOf(`/auth/api/user/${user}/`),
    queryFn: async ({ signal }) => {
      const found = await call(getUser, { params: { id: user } }, { signal })
      if ('exists' in found) throw new ApiFailure({ status: 404 })
      return found
    },
  })
