import { mkdir, writeFile, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { MailKind } from '@wtpu/contract/accounts/last-mail'
import type { NotificationKind } from '@wtpu/contract/notifications/on-demand/kinds'
import { site } from '@wtpu/contract/site/name'
import nodemailer from 'nodemailer'

export interface Mail {
  to: string
  /** The account that it is sent to, for which the outcome is stored. */
  userId?: number
  subject: string
  text: string
  html: string
  /** Defaults to the site's address. */
  replyTo?: string
  /** The address whose POST ends such mails (RFC 8058). */
  unsubscribeUrl?: string
  /** For a message to an office: whom to tell if the mail cannot be delivered, and about which official. */
  about?: { letterOf: number; politicianId: number }
  /** What a mail about notifications is about, to write it anew when it is sent. */
  notifications?: { userId: number; kind: NotificationKind; ids: number[] }
  /** The ballot whose link it brings, and which of its links. The mail is written when it is sent, so that no link is stored. */
  ballot?: { id: number; link?: number; isReminder: boolean }
  /** The user whose weekly digest it is, to write it anew when it is sent. */
  digestOf?: number
}

/** A mail with its `id`, which is the same for all attempts, so that mail clients can hide duplicates. */
export interface OutgoingMail extends Mail {
  id: string
  /** Mails to an account have a kind. */
  kind?: MailKind
  date: Date
}

export interface MailTransport {
  /**
   * Resolves with the SMTP server's answer once it has accepted the mail, or with the file. Throws `Undeliverable` if it rejects
   * the mail permanently.
   */
  send(mail: OutgoingMail): Promise<string>
  /** Closes idle connections. */
  close?(): void
}

/** The address or the mail was rejected permanently, so a retry is pointless. */
export class Undeliverable extends Error {
  /** The server rejects all mail to the address. */
  rejectsAddress = false
}

/** What the SMTP server, or the connection to it, answered to a mail that was not accepted. */
export function answerOf(error: unknown): string {
  const cause = error instanceof Undeliverable ? error.cause : error
  if (!(cause instanceof Error)) return 'No answer'
  return 'response' in cause && typeof cause.response === 'string' ? cause.response : cause.message
}

interface Settings {
  smtpUrl: string | undefined
  mailFrom: string | undefined
  dataDir: string
  publicUrl: string
  processes: number
}

/** To the SMTP server, of all processes of this machine. */
const maxConnections = 10

/** Sends mail by SMTP. Without an SMTP server, writes it to files and logs their paths. The settings may change while it is open. */
export function openTransport(settings: Settings, log: { warn(facts: object, message: string): void }): MailTransport {
  const { dataDir, publicUrl, processes } = settings
  const domain = new URL(publicUrl).hostname
  const from = () => {
    const { mailFrom = `no-reply@${domain}` } = settings
    return mailFrom.includes('<') ? mailFrom : { name: site.name, address: mailFrom }
  }
  const open = (smtpUrl: string | undefined): MailTransport =>
    smtpUrl
      ? smtpTransport(smtpUrl, { from, domain, connections: Math.ceil(maxConnections / processes) })
      : fileTransport(mailFolder(dataDir), from, domain, log)
  let opened = { smtpUrl: settings.smtpUrl, transport: open(settings.smtpUrl) }
  return {
    send(mail) {
      const { smtpUrl } = settings
      if (smtpUrl !== opened.smtpUrl) {
        opened.transport.close?.()
        opened = { smtpUrl, transport: open(smtpUrl) }
      }
      return opened.transport.send(mail)
    },
    close: () => opened.transport.close?.(),
  }
}

/** The name of the site may change while the server runs. */
type From = () => string | { name: string; address: string }

/**
 * For everything, so that a server that answers byte by byte does not hold the mails of a batch for longer. A browser waits for
 * 60 s for the result of a test mail.
 */
const sendTimeout = 50_000

/** A mail takes four round trips on an open connection, and ten on a new one with TLS and a password. */
function smtpTransport(
  url: string,
  { from, domain, connections }: { from: From; domain: string; connections: number },
): MailTransport {
  const smtp = nodemailer.createTransport(
    {
      url,
      pool: true,
      maxConnections: connections,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      idleTimeout: 15_000,
    },
    // Mails contain only text, so nodemailer must never read files or fetch URLs.
    { disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    close: () => smtp.close(),
    async send(mail) {
      try {
        const signal = AbortSignal.timeout(sendTimeout)
        const { response } = await smtp.sendMail({ from: from(), ...message(mail, domain), signal })
        return response
      } catch (error) {
        const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
        // 530 and 535 mean that our credentials are wrong, which an operator can correct while the mail waits.
        if (code < 500 || code === 530 || code === 535) throw error
        const undeliverable = new Undeliverable(`SMTP reply ${code}`, { cause: error })
        undeliverable.rejectsAddress = error instanceof Error && 'command' in error && error.command === 'RCPT TO'
        throw undeliverable
      }
    },
  }
}

function fileTransport(
  folder: string,
  from: From,
  domain: string,
  log: { warn(facts: object, message: string): void },
): MailTransport {
  const writer = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message: bytes } = await writer.sendMail({ from: from(), ...message(mail, domain) })
      const file = path.join(folder, `${mail.date.toISOString().replaceAll(':', '-')}-${mail.id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Readable only by its owner, because it may contain a code or an address.
      await writeFile(file, bytes, { mode: 0o600 })
      log.warn({ file }, 'SMTP_URL is not set: the mail was written to a file')
      return file
    },
  }
}

function message({ id, date, to, replyTo, subject, text, html, unsubscribeUrl }: OutgoingMail, domain: string) {
  return {
    subject,
    text,
    html,
    to: oneAddress(to),
    ...(replyTo && { replyTo: oneAddress(replyTo) }),
    date,
    messageId: `<${id}@${domain}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** nodemailer would parse a string as a list of addresses with names. */
function oneAddress(address: string) {
  return { name: '', address }
}

const day = 24 * 60 * 60_000
const keptDays = 7

/** The folder for mail if no SMTP server is configured. */
export const mailFolder = (dataDir: string) => path.join(dataDir, 'mail')

/**
 * Removes mail files older than 7 days, because they contain addresses and codes. Also with an SMTP server, because files may
 * remain from before it was configured.
 */
export async function sweepMailFiles(folder: string, now = new Date()): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const file of names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name))) {
    // Another server that uses the folder may have removed it.
    const written = await stat(file).catch(() => undefined)
    if (written && now.getTime() - written.mtimeMs > keptDays * day) await rm(file, { force: true })
  }
}
