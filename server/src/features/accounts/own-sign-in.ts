import type { FastifyInstance } from 'fastify'
import { ApiError } from '#http/errors.ts'

/** The guard of calls that sign in or join with an account of the site itself. A site may leave that to its providers alone. */
export const ownSignIn =
  ({ config: { onlyProviders, providers } }: Pick<FastifyInstance, 'config'>) =>
  async (): Promise<void> => {
    if (!onlyProviders) return
    const ways = providers.map(({ label }) => label).join(' or ')
    throw new ApiError('other_way_only', { detail: `This site takes no other way to sign in than ${ways}.` })
  }
