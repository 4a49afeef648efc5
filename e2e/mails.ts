import { startMailbox } from '#server/testing/mailbox.ts'
import { expect } from './fixtures.ts'

type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** Receives the mail of the server under test. Only one test at a time may have it open. */
export const openMailbox = (baseURL: string | undefined) =>
  startMailbox({ port: Number(new URL(baseURL ?? '').port) + 2 })

// The mailbox also receives mail of other tests, and confirmation emails of the same account.
const textsTo = (mailbox: Mailbox, email: string) =>
  mailbox.mails.filter((mail) => mail.to?.[0]?.address === email).map(({ text }) => text ?? '')

/** The reset codes that were mailed to an address. */
export const codesTo = (mailbox: Mailbox, email: string): string[] =>
  textsTo(mailbox, email).flatMap((text) => /^\d{6}$/m.exec(text)?.[0] ?? [])

/** The links that confirm an address, without the origin. */
export const confirmationLinksTo = (mailbox: Mailbox, email: string): string[] =>
  textsTo(mailbox, email).flatMap((text) => /^http\S+?(\/confirm-email#\S+)$/m.exec(text)?.[1] ?? [])

/** Waits for the first code or link. A mail that could not be sent at once is sent again after 5 s, then 10 s. */
export async function firstOf(find: () => string[]): Promise<string> {
  await expect.poll(find, { timeout: 40_000 }).not.toEqual([])
  return find()[0] ?? ''
}
