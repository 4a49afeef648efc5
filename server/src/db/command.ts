import { type Config, readConfig } from '#config.ts'
import { openDatabase } from './open.ts'

interface Context {
  config: Config
  log(line: string): void
  /** Opens the configured database; it is closed when the command ends. */
  open(options?: { migrated?: boolean }): ReturnType<typeof openDatabase>
}

/** Runs one command on the configured database: errors in plain words, exit code 1, nothing left open behind it. */
export async function runCommand(work: (context: Context) => Promise<void>): Promise<void> {
  const endings: (() => Promise<void>)[] = []
  const end = async () => {
    for (const ending of endings.splice(0)) await ending()
  }
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    // The database rolls back what was not committed.
    process.once(signal, () => void end().finally(() => process.exit(code)))
  }
  const log = (line: string) => console.error(`  ${line}`)
  try {
    const config = readConfig(process.env)
    const open: Context['open'] = async (options) => {
      const opened = await openDatabase(config, { log, ...options })
      endings.push(opened.close)
      return opened
    }
    await work({ config, log, open })
  } catch (error) {
    // An error of our own says what to do; any other is a fault, and its stack says where.
    console.error(error instanceof Error && error.constructor === Error ? `\n${error.message}\n` : error)
    process.exitCode = 1
  } finally {
    await end()
  }
}
