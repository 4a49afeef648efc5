import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import fastify, { LogController, type FastifyServerOptions, type onRouteHookHandler } from 'fastify'
import type { Config } from './config.ts'
import type { Db } from './db/client.ts'
import { rejectMalformedUrl } from './http/errors.ts'
import { loggerOptions } from './http/log.ts'
import { handleClientError } from './http/uploads/uploads.ts'
import { routedUrl } from './site/pages.ts'

export interface Dependencies {
  config: Config
  db: Db
  databaseUrl: string
  /** Folder of the web build. Defaults to web/dist. */
  web?: string
  /** Destination of log lines. Defaults to standard output. */
  logTo?: { write(line: string): void }
  /** Sees each route, also those that libraries register. */
  onRoute?: onRouteHookHandler
  /** Compiles the schemas of calls. Defaults to Fastify's own. */
  compilers?: NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']
}

/** Opens the HTTP server, without anything mounted. */
export function openServer({ config, logTo, compilers, onRoute }: Dependencies) {
  const app = fastify({
    logger: loggerOptions({ level: config.logLevel, stream: logTo }),
    // Logging each request would cost more than serving it. Errors are logged where they occur.
    logController: new LogController({ disableRequestLogging: true }),
    // Hardly any request logs anything, so requests share one logger.
    childLoggerFactory: (logger) => logger,
    trustProxy: config.trustedProxies > 0 && ((_address, hop) => hop < config.trustedProxies),
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: routedUrl,
    frameworkErrors: rejectMalformedUrl,
    bodyLimit: 256 * 1024,
    // Reject values of another type, and fields that a closed schema does not have, instead of converting and dropping them.
    // For paths and query strings see http/integers.ts.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    schemaController: { compilersFactory: compilers },
    // Disconnect slow clients, except for uploads that make progress (http/uploads/uploads.ts).
    requestTimeout: 30_000,
    clientErrorHandler: handleClientError,
    connectionTimeout: 60_000,
    http: { headersTimeout: 15_000, connectionsCheckingInterval: 2_000 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  }).withTypeProvider<TypeBoxTypeProvider>()
  if (onRoute) app.addHook('onRoute', onRoute)
  return app
}
