import type { FastifyInstance } from 'fastify'
import { ApiError } from '#http/errors.ts'

/** For calls of the site's own ways to sign in and to join, which a site may leave to its providers alone. */
export const ownSignIn =
  ({ config: { onlyProviders, providers } }: Pick<FastifyInstance, 'config'>) =>
  async (): Promise<void> => {
    if (!onlyProviders) return
    const ways = providers.map(({ label }) => label).join(' or ')
    throw new ApiError('other_way_only', { detail: `This site takes no other way to sign in than ${ways}.` })
  }
