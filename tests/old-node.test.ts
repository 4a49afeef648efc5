import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const pretend = (version: string) =>
  `data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`

test.for(['20.11.1', '18.20.8', '8.17.0'])('Node %s is too old, which is said in one sentence', async (version) => {
  const script = join(import.meta.dirname, '../scripts/start.mjs')
  const failure = await promisify(execFile)('node', ['--import', pretend(version), script]).catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({
    code: 1,
    stderr: `\nWTPU needs Node 20.12.0 or newer; this is ${version}. Get one from https://nodejs.org\n\n`,
  })
})
