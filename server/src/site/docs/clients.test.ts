import { execFile } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestApp } from '#testing/test-app.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const api = pathToFileURL(path.join(root, 'server/src/testing/typescript-api.mjs')).href

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  module: 'preserve',
  types: [],
  lib: ['esnext', 'dom', 'dom.iterable'],
}

const use = `
import type { components, paths } from './types'
import { castVote, type CastVoteError, getPoll, type Poll, type Politician, type Post } from './client'

/** The same names in both. */
export const polls = (from: Poll): components['schemas']['Poll'] => from
export const politicians = (from: Politician): components['schemas']['Politician'] => from
export const posts = (from: Post): components['schemas']['Post'] => from
type Listed = paths['/api/polls/']['get']['responses'][200]['content']['application/json']
export const first = (list: Extract<Listed, unknown[]>): components['schemas']['Poll'] | undefined => list[0]

export async function vote(id: number): Promise<string> {
  const { data } = await getPoll({ path: { id } })
  const option = data?.options[0]
  if (!option) return 'no poll'
  // @ts-expect-error An option is a number.
  void castVote({ path: { id }, body: { option_id: 'first' } })
  const { error } = await castVote({ path: { id }, body: { option_id: option.id } })
  const detail = (failure: CastVoteError) => failure.detail
  return error ? detail(error) : option.text
}`

test('clients that are generated from the document have the names of the contract and compile strictly', async () => {
  await using t = await startTestApp()
  const document = (await t.app.inject('/api/docs/openapi.json')).body
  const folder = temporaryFolder({
    'openapi.json': document,
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    'use.ts': use,
  })
  const run = async (program: string, ...args: string[]) => {
    const file = path.join(root, 'node_modules', program)
    const options = { cwd: folder.at() }
    // What a program prints says more than its exit code.
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', api, file, ...args], options).catch(
      (error: { stdout: string }) => error,
    )
    return stdout
  }

  await run('openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'types.ts')
  await run('@hey-api/openapi-ts/dist/run.mjs', '--input', 'openapi.json', '--output', 'client', '--no-log-file')

  expect(await run('typescript/bin/tsc', '--project', '.')).toBe('')
})
