import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, readConfig } from '#config.ts'
import { openDatabase } from './open.ts'

interface Context {
  config: Config
  /** The absolute path of a file or folder that was typed. */
  resolvePath(typed: string): string
  log(line: string): void
  /** Opens the configured database; it is closed when the command ends. */
  open(options?: { migrated?: boolean }): ReturnType<typeof openDatabase>
}

/** Runs one command on the configured database: errors in plain words, exit code 1, nothing left open behind it. */
export async function runCommand(work: (context: Context) => Promise<void>): Promise<void> {
  const endings: (() => Promise<void>)[] = []
  let ended: Promise<void> | undefined
  // A terminal and npm both pass on one Ctrl-C: the second waits for what the first began.
  const end = () => (ended ??= closeAll(endings))
  const stop = (code: number) => {
    // The database rolls back what was not committed.
    void end().finally(() => process.exit(code))
    setTimeout(() => process.exit(code), 5_000)
  }
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(143))
  const log = (line: string) => console.error(`  ${line}`)
  try {
    const config = readConfig(process.env)
    const open: Context['open'] = async (options) => {
      const opened = await openDatabase({ ...config, log, ...options })
      endings.push(opened.close)
      return opened
    }
    await work({ config, log, open, resolvePath })
  } catch (error) {
    // An error of our own says what to do; any other is a fault, and its stack says where.
    console.error(error instanceof Error && error.constructor === Error ? `\n${error.message}\n` : error)
    process.exitCode = 1
  } finally {
    await end()
  }
}

async function closeAll(endings: (() => Promise<void>)[]): Promise<void> {
  for (const ending of endings) await ending()
}

/** npm runs scripts in the repository, whatever the folder in which the operator typed. */
function resolvePath(typed: string): string {
  const here = path.resolve(typed)
  return existsSync(here) ? here : path.resolve(process.env['INIT_CWD'] ?? '.', typed)
}
