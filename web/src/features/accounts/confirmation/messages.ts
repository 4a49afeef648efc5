import { site } from '@wtpu/contract/site/name'
import type { EmailStatus } from '#lib/session/email-status.ts'

export function confirmYourEmail({ email, confirmation_required }: EmailStatus): string {
  const purpose = confirmation_required ? ' to vote, rate and post' : ''
  return `Please confirm your email${purpose}. We sent a link to ${email}.`
}
export const emailConfirmed = 'Your email is confirmed. Thank you!'
export const incompleteConfirmationLink = 'This confirmation link is not complete.'
export const notYourAccount = `If you did not create a ${site.name} account, close this page.`
