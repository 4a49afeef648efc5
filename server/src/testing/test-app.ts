import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint, Input } from '@wtpu/contract/endpoint'
import type { FastifyInstance, LightMyRequestResponse, onRouteHookHandler } from 'fastify'
import { buildApp } from '#app.ts'
import type { Config } from '#config.ts'
import { openSession } from '#features/accounts/sessions.ts'
import { compilers } from './compilers.ts'
import { joinTestDatabase, startTestDatabase } from './test-database.ts'

const testConfig: Omit<Config, 'dataDir'> = {
  isLocal: true,
  port: 0,
  host: '127.0.0.1',
  publicUrl: 'http://localhost:3000',
  databaseUrl: undefined,
  replicaUrls: [],
  siteAccessCode: '',
  siteTimeZone: 'America/New_York',
  jwtSecret: 'a secret that only tests know, 32 characters and more',
  providers: [],
  onlyProviders: false,
  smtpUrl: undefined,
  mailFrom: 'WTPU <no-reply@wtpu.example>',
  votesNeedConfirmedEmail: false,
  staffNeedSecondFactor: true,
  seed: 'none',
  demoVotes: false,
  demoOnPublicSite: false,
  logLevel: 'silent',
  trustedProxies: 0,
  liveStreams: 10_000,
  hstsSeconds: 31_536_000,
  redisUrl: undefined,
  mediaStore: undefined,
  mediaUrl: undefined,
  settings: [],
  processes: 1,
  drainSeconds: 0,
  metrics: undefined,
}

/** Without a web build, an app starts in a fraction of the time, and the same whether there is one or not. */
const noWeb = join(tmpdir(), 'no-web-build')

/**
 * Starts the real app on a new database, without the regular jobs: `t.call(endpoint, input)`, `t.as(user).call(endpoint, input)`. Pass `databaseUrl` to
 * start a second server on the database of another test app.
 */
export async function startTestApp(
  settings: Partial<Config> = {},
  web = noWeb,
  databaseUrl?: string,
  logTo?: { write(line: string): void },
  onRoute?: onRouteHookHandler,
) {
  const database = databaseUrl ? joinTestDatabase(databaseUrl) : await startTestDatabase()
  // Created by the app when it stores the first file.
  const dataDir = join(tmpdir(), `wtpu-${randomBytes(6).toString('hex')}`)
  const config = { ...testConfig, dataDir, ...settings }
  const app = await buildApp({ config, db: database.db, databaseUrl: database.url, web, logTo, onRoute, compilers })
  await app.ready()
  const signIn = async (userId: number) => {
    const tokens = await openSession(app, { userId, remember: false, userAgent: 'Test', isStrong: true })
    if (!tokens || 'ticket' in tokens) throw new Error(`There is no account ${userId}`)
    return tokens
  }
  const signedIn = new Map<number, ReturnType<typeof signIn>>()
  const as = (user: { id: number }) => {
    const authorization = async () => {
      const session = signedIn.get(user.id) ?? signIn(user.id)
      signedIn.set(user.id, session)
      return `Bearer ${(await session).access}`
    }
    return {
      authorization,
      call: async <E extends Endpoint>(endpoint: E, input: Input<E>) =>
        call(app, endpoint, input as AnyInput, { authorization: await authorization() }),
    }
  }
  return {
    ...database,
    app,
    config,
    as,
    signIn,
    call: <E extends Endpoint>(endpoint: E, input: Input<E>, headers: Record<string, string> = {}) =>
      call(app, endpoint, input as AnyInput, headers),
    async [Symbol.asyncDispose]() {
      await app.close()
      await database[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** The general form of `Input`, for code that does not know the endpoint. */
interface AnyInput {
  params?: Record<string, unknown>
  querystring?: Record<string, unknown>
  body?: object
  files?: Record<string, { size: number; type: string }[]>
}

function call(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: AnyInput,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  const { params = {}, querystring = {}, body } = input
  const path = endpoint.url.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams(
    Object.entries(querystring).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const url = query.size > 0 ? `${path}?${query.toString()}` : path
  return app.inject({ method: endpoint.method, url, headers, ...(body && { payload: body }) })
}
