/** Runs `work` now, and again after the milliseconds that each run returns. `close` waits for the current run. */
export function repeat(work: () => Promise<number>): { close(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let working = Promise.resolve()

  const run = async () => {
    const pause = await work()
    if (!closed) timer = setTimeout(start, pause).unref()
  }
  const start = () => {
    working = run()
  }
  start()
  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await working
    },
  }
}
