import type { EmailStatus } from '#lib/session/email-status.ts'

export function confirmYourEmail({ email, confirmation_required }: EmailStatus): string {
  const purpose = confirmation_required ? ' to vote, rate and post' : ''
  return `Please confirm your email${purpose}. We sent a link to ${email}.`
}
