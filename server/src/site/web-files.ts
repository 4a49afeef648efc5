import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { desc, eq, inArray, lt, or, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#db/client.ts'
import { locks } from '#db/locks.ts'
import { webFiles } from '#db/schema/site.ts'

const decompress = promisify(brotliDecompress)
const keptDays = 7
/** About 30 releases. */
const maxFiles = 5_000
const address = /^\/assets\/([\w.~-]+\.(\w+))$/
/** Media types of built files, by the end of their names. */
export const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/vnd.microsoft.icon',
  woff2: 'font/woff2',
}

/** Headers of files whose name contains a hash of their content. */
export const immutable = { 'cache-control': 'public, max-age=31536000, immutable' }

/**
 * Stores the files of this server's build in the database, and deletes those that no server has had for a week. So a page
 * gets its files although the site was updated since, whichever server it asks.
 */
export async function keepWebFiles(db: Db, folder: string): Promise<void> {
  const assets = path.join(folder, 'assets')
  const present = new Set(await readdir(assets).catch(() => []))
  const names = [...present].filter((name) => !/\.(br|gz)$/.test(name))
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.webFiles})`)
    const kept = await tx
      .update(webFiles)
      .set({ currentAt: sql`now()` })
      .where(inArray(webFiles.name, names))
      .returning({ name: webFiles.name })
    const known = new Set(kept.map(({ name }) => name))
    for (const name of names.filter((each) => !known.has(each))) {
      const compressed = present.has(`${name}.br`)
      const body = await readFile(path.join(assets, compressed ? `${name}.br` : name))
      await tx.insert(webFiles).values({ name, body, compressed })
    }
    const surplus = tx.select({ name: webFiles.name }).from(webFiles).orderBy(desc(webFiles.currentAt)).offset(maxFiles)
    await tx
      .delete(webFiles)
      .where(
        or(lt(webFiles.currentAt, sql`now() - make_interval(days => ${keptDays})`), inArray(webFiles.name, surplus)),
      )
  })
}

/** Sends a file that another release has or had. Returns undefined if the address is not that of a built file. */
export async function sendWebFile(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const [url = ''] = request.url.split('?')
  if (!url.startsWith('/assets/')) return undefined
  const [, name = '', extension = ''] = address.exec(url) ?? []
  const [file] = name ? await db.select().from(webFiles).where(eq(webFiles.name, name)) : []
  // Not stored by a browser or proxy: another server may have the file.
  if (!file) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found.\n')
  void reply.headers(immutable).header('vary', 'accept-encoding')
  void reply.type(types[extension] ?? 'application/octet-stream')
  if (!file.compressed) return reply.send(file.body)
  if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(await decompress(file.body))
  return reply.header('content-encoding', 'br').send(file.body)
}
