import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { releaseHeader } from '@wtpu/contract/live'
import type { FastifyInstance } from 'fastify'
import { isCall } from '#http/security.ts'

/** The name of the web's build (`web/vite-release.ts`), which its pages contain. */
export function readRelease(folder: string): string {
  const page = path.join(folder, 'index.html')
  return (existsSync(page) && /data-release="([^"]*)"/.exec(readFileSync(page, 'utf8'))?.[1]) || ''
}

/** Names the release with each call, so that pages that were opened before it can offer to update. */
export function announceRelease(app: FastifyInstance, release: string): void {
  if (!release) return
  app.addHook('onRequest', (request, reply, done) => {
    if (isCall.test(request.routeOptions.url ?? '')) reply.header(releaseHeader, release)
    done()
  })
}
