import type { FastifyServerOptions } from 'fastify'
import { errorFacts } from '#db/error-facts.ts'

interface Options {
  level: string
  /** Defaults to standard output. */
  stream?: { write(line: string): void }
}

/** Logger options. Errors are logged only in the form of `errorFacts`, which contains no user input. */
export function loggerOptions({ level, stream }: Options) {
  return {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: errorFacts, req: requestFacts },
    hooks: {
      // Pino uses the message of an error that is logged without one, and that may contain query parameters.
      logMethod(args, method) {
        const [first, message] = args as unknown[]
        const error = first instanceof Error ? first : errorIn(first)
        if (error && message === undefined) return method.apply(this, [{ err: error }, errorFacts(error).message])
        return method.apply(this, args)
      },
    },
    ...(stream && { stream }),
  } satisfies FastifyServerOptions['logger']
}

/** Where the paths of links in mails have their tokens. */
const tokenInPath = /^(\/(?:unsubscribe|appeal)\/).+/

/** Without the query string, and without the token of a link. */
const requestFacts = ({ method, url }: { method: string; url: string }) => ({
  method,
  url: (url.split('?')[0] ?? '').replace(tokenInPath, '$1…'),
})

function errorIn(value: unknown): Error | undefined {
  return typeof value === 'object' && value !== null && 'err' in value && value.err instanceof Error
    ? value.err
    : undefined
}
