import { vi } from 'vitest'

/**
 * Fakes timers and advances them by 20 ms at a time. Unlike the real clock, this one does not jump ahead when the machine
 * is busy, so a timer never fires before the test's next step.
 */
export function startSteadyClock(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
}
