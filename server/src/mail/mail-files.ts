import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const day = 24 * 60 * 60_000
const keptDays = 7
const sweepEvery = 60 * 60_000

/** The folder for mail if no SMTP server is configured. */
export const mailFolder = (dataDir: string) => path.join(dataDir, 'mail')

/** Removes mail files older than 7 days, because they contain addresses and codes. */
export async function sweepMailFiles(folder: string, now = new Date()): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const file of names.filter((name) => name.endsWith('.eml')).map((name) => path.join(folder, name))) {
    // Another server that uses the folder may have removed it.
    const written = await stat(file).catch(() => undefined)
    if (written && now.getTime() - written.mtimeMs > keptDays * day) await rm(file, { force: true })
  }
}

/** Sweeps now and every hour. Even with an SMTP server, because files may remain from before it was configured. */
export function startMailSweep(folder: string, log: { warn(facts: object, message: string): void }): { close(): void } {
  const sweep = () =>
    void sweepMailFiles(folder).catch((error: unknown) => {
      log.warn({ err: error }, 'old mail files could not be removed')
    })
  sweep()
  const timer = setInterval(sweep, sweepEvery)
  timer.unref()
  return { close: () => clearInterval(timer) }
}
