interface Output {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** A line every so often in a log file, every change in a terminal. */
const minIntervalMs = 2_000

/** Says what is being done: one line that changes in a terminal, elsewhere lines, but not too many. */
export function showProgress(output: Output, clock: () => number = Date.now) {
  let last = { phase: '', at: 0 }
  return {
    update(line: string): void {
      if (output.isTTY) {
        output.write(`\r\u001B[K  ${line.slice(0, (output.columns ?? 80) - 3)}`)
        return
      }
      // "Reading governors: 3 of 53 files" and its next are one phase.
      const phase = line.replace(/:? *\d.*/, '')
      if (phase === last.phase && clock() - last.at < minIntervalMs) return
      last = { phase, at: clock() }
      output.write(`  ${line}\n`)
    },
    finish(): void {
      if (output.isTTY) output.write('\r\u001B[K')
    },
  }
}
