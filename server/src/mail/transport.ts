import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { mailFolder } from './mail-files.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  /** Where an answer goes, when not to the site. */
  replyTo?: string
}

/** One mail as it leaves: `id` stays the same over all attempts, so that a mail that did arrive twice shows once. */
export interface OutgoingMail extends Mail {
  id: string
  date: Date
}

export interface MailTransport {
  /** Resolves when the other side took the mail over. Throws `Undeliverable` when it will never do so. */
  send(mail: OutgoingMail): Promise<void>
}

/** Trying again would not help: the address or the mail itself is refused. */
export class Undeliverable extends Error {}

interface Settings {
  smtpUrl: string | undefined
  mailFrom: string
  dataDir: string
}

/** By SMTP; without a server for it, into files that the log names. */
export function openTransport(
  { smtpUrl, mailFrom, dataDir }: Settings,
  log: { warn(facts: object, message: string): void },
): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl, mailFrom) : fileTransport(mailFolder(dataDir), mailFrom, log)
}

function smtpTransport(smtpUrl: string, from: string): MailTransport {
  const smtp = nodemailer.createTransport(smtpUrl, {
    from,
    // Text is all we send: no file and no address of ours is ever fetched for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  Object.assign(smtp.options, { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })
  return {
    async send(mail) {
      try {
        await smtp.sendMail(message(mail))
      } catch (error) {
        const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        // 535 is our own wrong password, which an operator can correct while the mail waits.
        if (code >= 500 && code !== 530 && code !== 535) throw new Undeliverable(`answer ${code}`, { cause: error })
        throw error
      }
    },
  }
}

function fileTransport(
  folder: string,
  from: string,
  log: { warn(facts: object, message: string): void },
): MailTransport {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' }, { from })
  return {
    async send(mail) {
      const { message: bytes } = await writer.sendMail(message(mail))
      const file = path.join(folder, `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // A code or an address stands in it: for its owner only.
      await writeFile(file, bytes, { mode: 0o600 })
      log.warn({ file }, 'SMTP_URL is not set: the mail was written to a file')
    },
  }
}

function message({ id, date, to, replyTo, ...mail }: OutgoingMail) {
  return {
    ...mail,
    to: oneAddress(to),
    ...(replyTo && { replyTo: oneAddress(replyTo) }),
    date,
    messageId: `<${id}@mail.wtpu>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

/** As text it would be read as a list of addresses, with names. */
function oneAddress(address: string) {
  return { name: '', address }
}
