interface Output {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

/** The shortest time between two lines of the same phase, outside a terminal. */
const minIntervalMs = 2_000

/** Shows progress: rewrites one line in a terminal, and otherwise prints new lines at a limited rate. */
export function showProgress(output: Output, clock: () => number = Date.now) {
  let last = { phase: '', at: 0 }
  return {
    update(line: string): void {
      if (output.isTTY) {
        output.write(`\r\u001B[K  ${line.slice(0, (output.columns ?? 80) - 3)}`)
        return
      }
      // "Reading governors: 3 of 53 files" and "Reading governors: 4 of 53 files" are the same phase.
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
