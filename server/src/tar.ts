import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** GNU tar and bsdtar exit with 1 if a file changed while it was read, such as an upload that was removed. */
export async function tar(mode: string, archive: string, folder: string, names: string[]): Promise<void> {
  await run('tar', [mode, '--file', archive, '--directory', folder, ...names]).catch(
    (error: Error & { code?: unknown }) => {
      if (error.code !== 1) throw new Error(`The backup could not be written: ${error.message}`, { cause: error })
    },
  )
}

export async function extract(file: string, folder: string, names: string[]): Promise<void> {
  if (names.length === 0) return
  await run('tar', ['--extract', '--file', file, '--directory', folder, ...names]).catch((error: Error) => {
    throw new Error(`${file} cannot be read, or it is not complete: ${error.message}`, { cause: error })
  })
}

/** A line for each file. */
const maxListBytes = 1024 * 1024 * 1024

/** The files and folders at the top of an archive. */
export async function listTop(file: string): Promise<Set<string>> {
  const { stdout } = await run('tar', ['--list', '--file', file], { maxBuffer: maxListBytes })
  return new Set(stdout.split('\n').map((name) => name.split('/')[0] ?? ''))
}

/** One file of an archive. */
export async function readEntry(file: string, name: string): Promise<string> {
  return (await run('tar', ['--extract', '--to-stdout', '--file', file, name])).stdout
}
