import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** Shorter texts fit into one packet anyway. */
export const worthCompressing = 1_000

type Done = (error: Error | null, bytes: Buffer) => void

export const compress: Record<Encoding, (bytes: Buffer, done: Done) => void> = {
  br: (bytes, done) => brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }, done),
  gzip: (bytes, done) => gzip(bytes, { level: 6 }, done),
}

/** The best encoding that an `Accept-Encoding` header allows. */
export function acceptedEncoding(header: string | string[] | undefined): Encoding | undefined {
  const wanted = String(header ?? '')
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(wanted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(wanted)) return 'gzip'
  return undefined
}

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
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (!encoding) return done()
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    compress[encoding](Buffer.from(payload), done)
  })
}
