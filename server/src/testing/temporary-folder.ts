import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A new folder with these files, by their paths in it. It is removed when the test ends. */
export function temporaryFolder(files: Record<string, string | Buffer> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'wtpu-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = (name = '.') => path.join(folder, name)
  const write = (name: string, content: string | Buffer) => {
    mkdirSync(path.dirname(at(name)), { recursive: true })
    writeFileSync(at(name), content)
  }
  for (const [name, content] of Object.entries(files)) write(name, content)
  return { at, write }
}
