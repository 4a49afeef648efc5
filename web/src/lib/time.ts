import { useEffect, useState } from 'react'

/** Milliseconds to add to this device's clock to get the server's time. */
let offset = 0
/** Smaller differences are network latency, not clock error. */
const toleranceMs = 2000

/** Sets the clock offset from a response's Date header. Adds 500 ms because the header has whole seconds. */
export function syncClock(header: string | null): void {
  const server = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(server)) return
  const difference = server + 500 - Date.now()
  offset = Math.abs(difference) < toleranceMs ? 0 : difference
}

/** The server's time in milliseconds, by which polls close and tokens expire. */
export function now(): number {
  return Date.now() + offset
}

/** The current server time, updated every `intervalMs`, to keep relative and remaining times current. */
export function useNow(intervalMs: number): Date {
  const [time, setTime] = useState(() => new Date(now()))
  useEffect(() => onTick(intervalMs, () => setTime(new Date(now()))), [intervalMs])
  return time
}

interface Clock {
  listeners: Set<() => void>
  timer: ReturnType<typeof setInterval>
}

const clocks = new Map<number, Clock>()

/** All listeners with the same interval share a timer, so that React renders what they change at once. */
function onTick(intervalMs: number, listener: () => void): () => void {
  const clock = clocks.get(intervalMs) ?? startClock(intervalMs)
  clock.listeners.add(listener)
  return () => {
    clock.listeners.delete(listener)
    if (clock.listeners.size > 0) return
    clearInterval(clock.timer)
    clocks.delete(intervalMs)
  }
}

function startClock(intervalMs: number): Clock {
  const listeners = new Set<() => void>()
  const timer = setInterval(() => {
    for (const listener of listeners) listener()
  }, intervalMs)
  const clock = { listeners, timer }
  clocks.set(intervalMs, clock)
  return clock
}

/** For the `datetime` attribute, which allows at most milliseconds. The server sends microseconds. */
export function machineTime(instant: string): string {
  return instant.replace(/(\.\d{3})\d+/, '$1')
}
