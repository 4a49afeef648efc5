import { fullCount } from '@wtpu/contract/full-count'
import { useState } from 'react'
import { useNow } from '#lib/time.ts'

export const recountMs = 10_000

interface Count {
  waiting: number
  at: Date
}

/** Says when the last waiting mail will leave, if mails go on as fast as since the first count. */
export function leavingText(first: Count, { waiting, at }: Count): string {
  const seconds = (at.getTime() - first.at.getTime()) / 1000
  const left = first.waiting - waiting
  if (left === 0 && seconds >= 60) {
    return 'None has left for a minute. They go on as soon as the mail server takes them.'
  }
  if (left === 0 || seconds < 1) return 'They leave as fast as the mail server takes them.'
  const perMinute = (left / seconds) * 60
  const minutes = Math.ceil(waiting / perMinute)
  const hours = Math.round(minutes / 60)
  if (hours > 48) return 'Hardly any mails leave. See why the mail server takes so few.'
  const time = minutes > 90 ? `${hours} hours` : minutes > 1 ? `${minutes} minutes` : 'a minute'
  return `About ${fullCount(Math.round(perMinute))} leave a minute, so the last one leaves in about ${time}.`
}

/** Says when the last waiting mail will leave. The speed is measured while this is shown. */
export function MailsWait({ waiting }: { waiting: number }) {
  const at = useNow(recountMs)
  const [first, setFirst] = useState({ waiting, at })
  // Reminders were added, so the measurement begins anew.
  if (waiting > first.waiting) setFirst({ waiting, at })
  return <p className="text-sm text-soft">{leavingText(first, { waiting, at })}</p>
}
