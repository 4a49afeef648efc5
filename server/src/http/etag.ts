import type { FastifyRequest } from 'fastify'

/**
 * Whether the client already has this version (`If-None-Match`, RFC 9110, 13.1.2). It may name several, and a proxy that compresses
 * makes a tag a weak one.
 */
export function hasVersion({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',') ?? []
  return known.some((tag) => ['*', opaque(etag)].includes(opaque(tag.trim())))
}

/** The tag without the mark of a weak one. */
const opaque = (tag: string) => tag.replace(/^W\//, '')
