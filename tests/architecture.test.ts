import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** The table "Rooms" of docs/house.md: a room, and what it may import besides itself. The first match counts. */
const rooms: [room: string, mayImport: string[]][] = [
  ['contract', []],
  ['server/testing', ['contract', 'server']],
  ['server/db', ['contract', 'server/config.ts', 'server/live/changed.ts']],
  ['server/live', ['contract', 'server/db']],
  ['server/media', ['contract', 'server/db']],
  ['server/mail', ['contract', 'server/db']],
  ['server/http', ['contract', 'server/db', 'server/live']],
  ['server/features/*', ['contract', 'server/db', 'server/http', 'server/live', 'server/media', 'server/mail']],
  ['server/site', ['contract', 'server/db', 'server/http']],
  ['server', ['contract', 'server']],
  ['web/lib', ['contract']],
  ['web/ui', ['web/lib']],
  ['web/features/*', ['contract', 'web/lib', 'web/ui']],
  ['web/shell', ['contract', 'web/lib', 'web/ui', 'web/features']],
  ['web/routes', ['contract', 'web/lib', 'web/ui', 'web/features', 'web/shell']],
  ['web', ['contract', 'web']],
]

const root = path.resolve(import.meta.dirname, '..')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/')

/** "server/src/db/client.ts" -> "server/db/client.ts": rooms are named without the src folder. */
const roomPath = (file: string) => file.replace(/^(contract|server|web)\/src(\/|$)/, '$1$2')

function roomOf(file: string): { room: string; mayImport: string[] } {
  for (const [pattern, mayImport] of rooms) {
    const depth = pattern.split('/').length
    const start = file.split('/').slice(0, depth)
    const fits = pattern.split('/').every((part, index) => part === '*' || part === start[index])
    if (fits && file.split('/').length > depth) return { room: start.join('/'), mayImport }
  }
  throw new Error(`${file} belongs to no room: give it one in tests/architecture.test.ts and docs/house.md`)
}

/** Where an import specifier leads, as a room path; undefined for packages. */
function targetOf(file: string, specifier: string): string | undefined {
  const workspace = file.split('/')[0] ?? ''
  if (specifier.startsWith('#')) return `${workspace}/${specifier.slice(1)}`
  if (specifier.startsWith('@wtpu/contract/')) return `contract/${specifier.slice('@wtpu/contract/'.length)}.ts`
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return undefined
}

function violations(file: string, source: string): string[] {
  const { room, mayImport } = roomOf(file)
  const specifiers = [...source.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return specifiers.flatMap((specifier) => {
    const target = targetOf(file, specifier)
    const allowed = [room, ...mayImport]
    if (!target || allowed.some((one) => target === one || target.startsWith(`${one}/`))) return []
    return `${file} reaches into ${target}; ${room} may use only: ${mayImport.join(', ') || 'itself'}`
  })
}

function sourceFiles(): string[] {
  return ['contract', 'server', 'web'].flatMap((workspace) =>
    readdirSync(path.join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${workspace}/src/${file.replaceAll(path.sep, '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('routeTree.gen.ts') && !isTest(file)),
  )
}

test('every file imports only what its room may use', () => {
  const files = sourceFiles()
  const found = files.flatMap((file) => violations(roomPath(file), readFileSync(path.join(root, file), 'utf8')))

  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})

test('reaching into another feature is noticed, by alias and by relative path', () => {
  const file = 'server/features/forums/bad.ts'

  expect(violations(file, "import { castVote } from '#features/polls/commands.ts'")).toEqual([
    'server/features/forums/bad.ts reaches into server/features/polls/commands.ts; server/features/forums may use only: contract, server/db, server/http, server/live, server/media, server/mail',
  ])
  expect(violations(file, "import { castVote } from '../polls/commands.ts'")).toHaveLength(1)
  expect(violations('web/ui/card.tsx', "import { polls } from '@wtpu/contract/polls'")).toHaveLength(1)
  expect(violations(file, "const late = await import('#features/polls/commands.ts')")).toHaveLength(1)
})

test('only config.ts reads the environment, and only lib/time.ts the browser clock', () => {
  const reads = (pattern: RegExp, workspace: string) =>
    sourceFiles()
      .filter((file) => file.startsWith(workspace) && pattern.test(readFileSync(path.join(root, file), 'utf8')))
      .filter((file) => !/\/(main|.*cli)\.ts$/.test(file))

  // The embedded database hands PATH on to PostgreSQL.
  expect(reads(/process\.env\b/, 'server')).toEqual(['server/src/db/embedded-process.ts'])
  expect(reads(/Date\.now\(\)|new Date\(\)/, 'web')).toEqual(['web/src/lib/time.ts'])
})
