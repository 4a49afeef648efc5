import { createHash } from 'node:crypto'
import { parseId } from '@wtpu/contract/schemas'
import { isOn } from '@wtpu/contract/site/parts'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Db } from '#db/client.ts'
import { findPollMethod } from '#db/poll-method.ts'
import { isRegistrationClosed } from '#db/site.ts'
import { type Read, RecentCopies } from '#http/cache/recent-copies.ts'
import { type Entry, newEntry } from '#http/cache/response-cache.ts'
import { sendEntry } from '#http/cache/shared-response.ts'
import { acquireSlot } from '#http/concurrency-limit.ts'
import { ApiError, invalidInput, notFound } from '#http/errors.ts'
import { limits, limitTo, networkKey } from '#http/limits/rate-limit.ts'
import { findPublicPoll, type PublicPoll } from '../public-poll.ts'
import {
  embedPage,
  type EmbedTheme,
  missingEmbedPage,
  type Place,
  script,
  sentPage,
  styles,
  type Typed,
} from './page.ts'

interface MadeEmbed {
  status: 200 | 404
  entry: Entry
  policy: string
  read: Read
}

const newKeptEmbeds = () =>
  new LRUCache<string, MadeEmbed>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: ({ entry }) => 2 * entry.bytes.length + 2_000,
  })

/** GET /embed/polls/{id}: a poll for frames on other sites. `theme` is light, dark or, by default, the reader's. */
export function embedRoutes(app: FastifyInstance): void {
  const embeds = new RecentCopies(app.cache, newKeptEmbeds())
  const render = async (
    id: number | undefined,
    place: Place,
    typed?: Typed,
  ): Promise<{ status: 200 | 404; html: string }> => {
    const found =
      id === undefined || app.config.siteAccessCode
        ? undefined
        : await app.reads.run(async (db) => {
            const asked = await findPublicPoll(db, id)
            // What was sent stays in its wording when the page comes back with a problem.
            const isOther = !typed && asked?.forVisitors != null && asked.forVisitors !== id
            const poll = isOther ? await findPublicPoll(db, asked.forVisitors ?? id) : asked
            if (!poll) return undefined
            const method = await findPollMethod(db, poll.id, app.config, new Date())
            return { poll, method, takesAnswers: await takesAnswers(app, db, poll) }
          })
    const html = found
      ? embedPage(found.poll, found.method, { ...place, typed: found.takesAnswers ? (typed ?? {}) : undefined })
      : missingEmbedPage(place, app.config.siteAccessCode)
    return { status: found ? 200 : 404, html }
  }
  app.get<{ Params: { id: string }; Querystring: { theme?: string } }>(
    '/embed/polls/:id',
    { schema: { hide: true }, onRequest: limitTo(app, limits.embedsPerAddress), preHandler: acquireSlot },
    async (request, reply) => {
      const id = parseId(request.params.id)
      const place = { origin: app.config.publicUrl, theme: themeOf(request.query.theme) }
      const key = `${id} ${place.theme}`
      const { status, entry, policy } = await embeds.get(key, [`/api/polls/${id}/`], async (read) => {
        const { html, ...found } = await render(id, place)
        const made: MadeEmbed = { ...found, entry: newEntry(html), policy: policyOf(place), read }
        if (made.status === 200) embeds.kept.set(key, made)
        return made
      })
      reply.headers(headersOf(policy)).type('text/html; charset=utf-8')
      if (status === 200) return sendEntry(entry, request, reply)
      return reply.code(status).header('cache-control', 'no-cache').send(entry.bytes.toString())
    },
  )
  // In a context of its own, because no other route takes forms.
  app.register(async (forms) => {
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post<{
      Params: { id: string }
      Querystring: { theme?: string }
      Body: Record<'option' | 'rotation' | 'email' | 'newsletter', string | undefined> | undefined
    }>(
      '/embed/polls/:id',
      {
        schema: { hide: true },
        onRequest: [limitTo(app, limits.registerPerAddress), limitTo(app, limits.registerPerAddressPerDay)],
        preHandler: acquireSlot,
      },
      async (request, reply) => {
        const { option = '', email = '', newsletter: checked, rotation: seen = '' } = request.body ?? {}
        const newsletter = checked !== undefined
        // 0 is a rotation, but no id.
        const rotation = /^\d$/.test(seen) ? Number(seen) : undefined
        const id = parseId(request.params.id)
        const place = { origin: app.config.publicUrl, theme: themeOf(request.query.theme) }
        reply.headers({ ...headersOf(policyOf(place)), 'cache-control': 'no-store' }).type('text/html; charset=utf-8')
        const optionId = parseId(option)
        try {
          const poll = id === undefined ? undefined : await app.reads.run((db) => findPublicPoll(db, id))
          if (!poll || app.config.siteAccessCode || !isOn('mailed-answers')) throw notFound('Poll')
          if (optionId === undefined) throw invalidInput({ option: [chooseFirst] }, chooseFirst)
          await app.mailedAnswers.give({
            pollId: poll.id,
            optionId,
            rotation,
            email,
            newsletter,
            network: networkKey(request),
          })
          return await reply.send(sentPage(poll, place, email.trim()))
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const { status, html } = await render(id, place, {
            option,
            rotation,
            email,
            newsletter,
            problem: error.message,
          })
          return reply.code(status === 404 ? status : error.status).send(html)
        }
      },
    )
  })
}

const maxFormBytes = 4_096
const chooseFirst = 'Choose an answer first.'

/** An open poll for everyone, of a site that takes new voters and sends mails. */
const takesAnswers = async (
  app: FastifyInstance,
  db: Db,
  { isClosed, importedFrom, eligible, takesMailedAnswers }: PublicPoll,
) =>
  isOn('mailed-answers') &&
  takesMailedAnswers &&
  !isClosed &&
  importedFrom === null &&
  eligible === null &&
  (app.config.smtpUrl !== undefined || app.config.isLocal) &&
  !(await isRegistrationClosed(db))

const headersOf = (policy: string) => ({
  'content-security-policy': policy,
  'cross-origin-resource-policy': 'cross-origin',
  // A parent with this policy shows only frames that have it, too. The frame has nothing of other sites.
  'cross-origin-embedder-policy': 'require-corp',
  'referrer-policy': 'no-referrer',
})

const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const scriptHash = hashOf(script)

/**
 * Names inline code by its hash, so that the page is the same for all readers. Also names the origin, because WebKit takes `'self'` for
 * nobody in a sandbox, and then sends no form.
 */
const policyOf = ({ origin: publicUrl }: Place) => {
  const own = `'self' ${new URL(publicUrl).origin}`
  return [
    "default-src 'none'",
    `style-src ${hashOf(styles())}`,
    `script-src ${scriptHash}`,
    `connect-src ${own}`,
    `img-src ${own}`,
    `form-action ${own}`,
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; ')
}

const themeOf = (theme: unknown): EmbedTheme => (theme === 'light' || theme === 'dark' ? theme : 'auto')
