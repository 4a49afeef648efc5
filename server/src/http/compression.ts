import { brotliCompress, constants, gzip, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** Shorter texts fit into one packet anyway. */
export const worthCompressing = 1_000

type Done = (error: Error | null, bytes: Buffer) => void

export const compress: Record<Encoding, (bytes: Buffer, done: Done) => void> = {
  br: (bytes, done) => brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, done),
  gzip: (bytes, done) => gzip(bytes, { level: 6 }, done),
}

/** The first of these encodings that an `Accept-Encoding` header allows. */
export function acceptedEncoding(
  header: string | string[] | undefined,
  wanted: readonly Encoding[] = ['br', 'gzip'],
): Encoding | undefined {
  const text = String(header ?? '')
  return wanted.find((encoding) => allows[encoding].test(text))
}

const allows: Record<Encoding, RegExp> = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

/**
 * Up to this length, a text for one user is compressed in the same thread and at the lowest level, which takes a few tenths of a
 * millisecond at most. Brotli in another thread would take several times as much, for a text that is a tenth shorter.
 */
const maxAtOnce = 64 * 1024

/**
 * Compresses what is for one user. Shared responses, pages and files are compressed once. No text contains a secret that an
 * attacker could guess by its compressed length: calls need a token in a header, which other sites cannot send.
 */
export function compressTexts(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length < worthCompressing || reply.hasHeader('content-encoding')) {
      return done()
    }
    void reply.header('vary', 'accept-encoding')
    const isShort = payload.length <= maxAtOnce
    const encoding = acceptedEncoding(request.headers['accept-encoding'], isShort ? ['gzip', 'br'] : undefined)
    if (!encoding) return done()
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    if (isShort && encoding === 'gzip') done(null, gzipSync(payload, { level: 1 }))
    else compress[encoding](Buffer.from(payload), done)
  })
}
