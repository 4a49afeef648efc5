import os from 'node:os'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Config, readConfig } from '#config.ts'
import { describeError } from '#db/error-facts.ts'
import { openDatabase } from '#db/open.ts'
import { knownError } from '#http/errors.ts'

export interface CommandContext {
  config: Config
  /** Resolves a path argument relative to the folder in which the command was called. */
  resolvePath(argument: string): string
  /** Resolves the path of a file that does not exist yet. */
  resolveNew(argument: string): string
  log(line: string): void
  /** Opens the configured database; it is closed when the command ends. */
  open(options?: { migrated?: boolean }): ReturnType<typeof openDatabase>
}

/**
 * Runs a command on the configured database. Prints errors, exits with 1 on failure, and closes what was opened. With
 * `--help`, prints only the usage.
 */
export async function runCommand(
  work: (context: CommandContext) => Promise<void>,
  { usage, ...settings }: { createsSecret?: boolean; usage?: string } = {},
): Promise<void> {
  if (usage && process.argv.includes('--help')) return console.log(usage)
  const cleanups: (() => Promise<void>)[] = []
  let cleanup: Promise<void> | undefined
  // One Ctrl-C arrives twice, from the terminal and from npm. The second signal waits for the same cleanup.
  const cleanUp = () => (cleanup ??= runAll(cleanups))
  const stop = (code: number) => {
    // Closing the connection rolls back uncommitted work.
    void cleanUp().finally(() => process.exit(code))
    setTimeout(() => process.exit(code), 5_000)
  }
  process.on('SIGINT', () => stop(130))
  process.on('SIGTERM', () => stop(143))
  const log = (line: string) => console.error(`  ${line}`)
  try {
    const config = readConfig(process.env, settings)
    const open: CommandContext['open'] = async (options) => {
      const opened = await openDatabase({ ...config, log, ...options })
      cleanups.push(opened.close)
      return opened
    }
    await work({ config, log, open, resolvePath, resolveNew })
  } catch (error) {
    // A plain Error is one of ours and tells the user what to do. What the site has no sentence for is a bug, so print the stack.
    const known = error instanceof Error ? (error.constructor === Error ? error : knownError(error)) : undefined
    console.error(known ? `\n${known.message}\n` : describeError(error))
    process.exitCode = 1
  } finally {
    await cleanUp()
  }
}

async function runAll(cleanups: (() => Promise<void>)[]): Promise<void> {
  for (const cleanup of cleanups) await cleanup()
}

/** npm changes to the repository root before it runs a script; INIT_CWD is the folder the user was in. */
function resolvePath(argument: string): string {
  const here = path.resolve(argument)
  return existsSync(here) ? here : resolveNew(argument)
}

const resolveNew = (argument: string): string => path.resolve(process.env['INIT_CWD'] ?? '.', argument)

/** Who runs the command, for the log. Containers often run as a user id without a name. */
export function userName(): string {
  try {
    return os.userInfo().username
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
