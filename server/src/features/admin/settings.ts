import { randomUUID } from 'node:crypto'
import {
  type MailServer,
  mailServerErrors,
  publishedAccessCode,
  type TestMail,
} from '@wtpu/contract/site/on-demand/setup'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { runningOlderServers } from '#db/open.ts'
import { site } from '#db/schema/site.ts'
import { findSettings, loadSettings, type settingsOfAdmins, type SiteSettings, urlOf } from '#db/site-settings.ts'
import { isSameCode } from '#http/access-code.ts'
import { ApiError, assertFields, invalidInput } from '#http/errors.ts'
import { publish } from '#live/publish.ts'
import { openTransport } from '#mail/transport.ts'
import { lockSite } from './identity.ts'
import { tryMailServer } from './test-mail.ts'

interface Change {
  version: number
  by: (tx: Db) => Promise<Decision>
}

/** Opens the site if the code is empty. @throws ApiError 400 or 409 */
export async function changeAccessCode(
  app: FastifyInstance,
  { code, tried, ...change }: Change & { code: string; tried: string },
): Promise<void> {
  assertFree(app, 'SITE_ACCESS_CODE')
  const accessCode = code.trim()
  assertFields({
    code: isSameCode(accessCode.toLowerCase(), publishedAccessCode) && 'This code is published. Choose another one.',
    tried: !isSameCode(tried, accessCode) && 'This is another code. The one above would not let you in.',
  })
  const reason = accessCode === '' ? 'The site was opened without an access code.' : 'The access code was changed.'
  await changeSettings(app, { ...change, settings: { accessCode }, reason })
}

/**
 * Sends a test mail by the new server first, and uses it only if it takes the mail.
 * @throws ApiError 400 or 409
 */
export async function changeMailServer(
  app: FastifyInstance,
  { typed, userId, ...change }: Change & { typed: MailServer; userId: number },
): Promise<TestMail> {
  assertFree(app, 'SMTP_URL')
  assertFields(mailServerErrors(typed))
  const { password } = typed
  const [host, port, user, from] = [typed.host.trim(), typed.port.trim(), typed.user.trim(), typed.from.trim()]
  const mail = { host, port, user, password, from }
  // An open port of another kind could say something of the network that the server is in.
  if (!app.config.isLocal) assertFields({ port: !mailPorts.has(port) && `Write ${[...mailPorts].join(', ')}.` })
  const settings = { mail }
  const config = { ...app.config, smtpUrl: urlOf(mail) }
  if (!config.settings.includes('MAIL_FROM')) config.mailFrom = from || undefined
  const transport = openTransport(config, app.log)
  const sendNow: typeof app.outbox.sendNow = (one) => transport.send({ ...one, id: randomUUID(), date: new Date() })
  const test = await tryMailServer({ db: app.db, config, outbox: { sendNow } }, userId)
  transport.close?.()
  if (test.is_accepted)
    await changeSettings(app, { ...change, settings, reason: 'Another mail server was set, which took a test mail.' })
  return test
}

const mailPorts = new Set(['25', '465', '587', '2525'])

/** @throws ApiError 400 */
function assertFree({ config }: FastifyInstance, name: (typeof settingsOfAdmins)[number]): void {
  if (config.settings.includes(name)) throw invalidInput({}, `${name} in the settings of the server decides this.`)
}

/** The secrets are stored encrypted, and are not in the log. */
async function changeSettings(
  app: FastifyInstance,
  { version, by, settings, reason }: Change & { settings: SiteSettings; reason: string },
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const decision = await by(tx)
    const before = await lockSite(tx, version, (db) => findSettings({ db, keys: app.keys }))
    const { rowCount } = await tx.execute(sql.raw(runningOlderServers))
    if (rowCount)
      throw new ApiError('older_server', {
        detail: 'A server of an earlier release is running, which would not know of the change. Stop it first.',
      })
    const sealed = app.keys.settings.encrypt(JSON.stringify({ ...before.settings, ...settings }))
    await tx.update(site).set({
      settings: sealed,
      settingsVersion: version + 1,
      ...(settings.mail && { mailTestedAt: sql`now()` }),
    })
    await recordModeration(tx, { action: 'settings', subjectKind: 'site', subjectId: 0 }, { ...decision, reason })
  })
  await loadSettings(app)
  publish(app.db, { kind: 'site' })
}
