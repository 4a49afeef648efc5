import { fullCount } from '@wtpu/contract/full-count'
import { useState } from 'react'
import { useNow } from '#lib/time.ts'

export const recountMs = 10_000

interface Count {
  waiting: number
  at: Date
}

/** When mails will have left, at the speed at which they have left since the first count. */
export function leavingText(first: Count, { waiting, at }: Count): string {
  const seconds = (at.getTime() - first.at.getTime()) / 1000
  const left = first.waiting - waiting
  if (left === 0 && seconds >= 60) {
    return 'None has left for a minute. They go on as soon as the mail server takes them.'
  }
  if (left === 0 || seconds < 1) return 'They leave as fast as the mail server takes them.'
  const perMinute = (left / seconds) * 60
  const minutes = Math.ceil(waiting / perMinute)
  const time = minutes > 90 ? `${Math.round(minutes / 60)} hours` : minutes > 1 ? `${minutes} minutes` : 'a minute'
  return `About ${fullCount(Math.max(1, Math.round(perMinute)))} leave a minute, so the last one leaves in about ${time}.`
}

/** Says when mails that wait will have left. It measures their speed while it is shown. */
export function MailsWait({ waiting }: { waiting: number }) {
  const at = useNow(recountMs)
  const [first, setFirst] = useState({ waiting, at })
  // Reminders wait, too.
  if (waiting > first.waiting) setFirst({ waiting, at })
  return <p className="text-sm text-soft">{leavingText(first, { waiting, at })}</p>
}
