import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { RenderedPages } from './links.ts'

interface Message {
  type: 'error' | 'info' | 'non-document-error'
  subType?: 'warning' | 'fatal'
  url?: string
  lastLine?: number
  message: string
  extract?: string
}

/** The jar of the Nu HTML Checker, which `npm run check:html` sets. */
export const nuChecker = process.env['NU_CHECKER']

const accepted = [
  // The formatter writes them.
  /^Trailing slash on void elements has no effect/,
  // Posts have none, and scrolling regions are sections. Both are named by aria-labelledby.
  /^(Article|Section) lacks heading/,
]

/** What the Nu HTML Checker says about pages. Needs Java. */
export async function nuMessages(jar: string, pages: RenderedPages, folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files = new Map([...pages.keys()].map((path, index) => [`${index}.html`, path]))
  for (const [file, path] of files) await writeFile(join(folder, file), pages.get(path) ?? '')
  const args = ['-Xmx512m', '-Xss4m', '-jar', jar, '--format', 'json', '--stdout', '--exit-zero-always', folder]
  const { stdout } = await promisify(execFile)('java', args, { maxBuffer: 1e8 })
  const { messages }: { messages: Message[] } = JSON.parse(stdout)
  return messages
    .filter(({ message }) => !accepted.some((reason) => reason.test(message)))
    .map(({ type, subType, url = '', message, extract = '' }) => {
      const path = files.get(url.slice(url.lastIndexOf('/') + 1)) ?? url
      return `${path}: ${subType ?? type}: ${message} ${extract}`
    })
}
