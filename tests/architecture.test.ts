import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { kinds } from '@wtpu/contract/writing/kinds'
import { expect, test } from 'vitest'

const ofFeatures = [
  'contract',
  'server/community',
  'server/db',
  'server/http',
  'server/live',
  'server/media',
  'server/mail',
  'server/notifications',
  'server/processes',
  'server/search',
  'server/writing',
]

/**
 * The modules drawn in docs/architecture.md, each with what it may import besides itself. The first pattern that
 * matches a file applies.
 */
const modules: [module: string, mayImport: string[]][] = [
  ['contract', []],
  ['server/testing', ['contract', 'server']],
  ['server/processes', []],
  ['server/db', ['contract', 'server/config.ts']],
  ['server/search', ['contract', 'server/db']],
  ['server/live', ['contract', 'server/db', 'server/redis.ts']],
  [
    'server/media',
    [
      'contract',
      'server/db',
      'server/processes',
      'server/config.ts',
      'server/public-addresses.ts',
      // Pure: a rule of HTTP that all files share.
      'server/http/etag.ts',
    ],
  ],
  ['server/mail', ['contract', 'server/db']],
  ['server/http', ['contract', 'server/db', 'server/live', 'server/config.ts', 'server/redis.ts']],
  [
    'server/notifications',
    [
      'contract',
      'server/db',
      'server/http',
      'server/live',
      'server/mail',
      'server/config.ts',
      'server/public-addresses.ts',
    ],
  ],
  [
    'server/writing',
    ['contract', 'server/db', 'server/http', 'server/live', 'server/media', 'server/notifications', 'server/search'],
  ],
  [
    'server/community',
    [
      'contract',
      'server/db',
      'server/http',
      'server/live',
      'server/media',
      'server/mail',
      'server/notifications',
      'server/search',
      'server/writing',
    ],
  ],
  [
    'server/imports',
    [
      'contract',
      'server/db',
      'server/search',
      'server/live',
      'server/media',
      'server/processes',
      // Pure: the line of a conversation is computed as the site's own.
      'server/features/common-ground/line',
    ],
  ],
  [
    'server/demo',
    [
      'contract',
      'server/db',
      'server/search',
      'server/live',
      'server/media',
      'server/community',
      'server/notifications',
      'server/writing',
      'server/imports/parse-records.ts',
      'server/imports/conversations',
    ],
  ],
  // Admins import officials on the site.
  ['server/features/admin', [...ofFeatures, 'server/imports']],
  ['server/features/*', ofFeatures],
  ['server/site', ['contract', 'server/db', 'server/http', 'server/media', 'server/processes']],
  ['server', ['contract', 'server']],
  ['web/lib', ['contract']],
  ['web/ui', ['web/lib']],
  ['web/community', ['contract', 'web/lib', 'web/ui']],
  ['web/features/*', ['contract', 'web/lib', 'web/ui', 'web/community']],
  ['web/shell', ['contract', 'web/lib', 'web/ui', 'web/community', 'web/features']],
  ['web/routes', ['contract', 'web/lib', 'web/ui', 'web/community', 'web/features', 'web/shell']],
  ['web', ['contract', 'web']],
]

const root = path.resolve(import.meta.dirname, '..')
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.includes('/testing/')

/** "server/src/db/client.ts" -> "server/db/client.ts": module names leave out the src folder. */
const modulePath = (file: string) => file.replace(/^(contract|server|web)\/src(\/|$)/, '$1$2')

function moduleOf(file: string): { module: string; mayImport: string[] } {
  for (const [pattern, mayImport] of modules) {
    const depth = pattern.split('/').length
    const start = file.split('/').slice(0, depth)
    const matches = pattern.split('/').every((part, index) => part === '*' || part === start[index])
    if (matches && file.split('/').length > depth) return { module: start.join('/'), mayImport }
  }
  throw new Error(`${file} belongs to no module: add one to tests/architecture.test.ts and docs/architecture.md`)
}

/** The file an import refers to, as a module path; undefined for packages. */
function importedFile(file: string, specifier: string): string | undefined {
  const workspace = file.split('/')[0] ?? ''
  if (specifier.startsWith('#')) return `${workspace}/${specifier.slice(1)}`
  if (specifier.startsWith('@wtpu/contract/')) return `contract/${specifier.slice('@wtpu/contract/'.length)}.ts`
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return undefined
}

function findViolations(file: string, source: string): string[] {
  const { module, mayImport } = moduleOf(file)
  const specifiers = [...source.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map((match) => match[1] ?? '')
  return specifiers.flatMap((specifier) => {
    const target = importedFile(file, specifier)
    const allowed = [module, ...mayImport]
    if (!target || allowed.some((value) => target === value || target.startsWith(`${value}/`))) return []
    return `${file} imports ${target}, but ${module} may import only: ${mayImport.join(', ') || 'itself'}`
  })
}

function sourceFiles(): string[] {
  return ['contract', 'server', 'web'].flatMap((workspace) =>
    readdirSync(path.join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => `${workspace}/src/${file.replaceAll(path.sep, '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.gen.ts') && !isTest(file)),
  )
}

test('every file imports only what its module may import', () => {
  const files = sourceFiles()
  const found = files.flatMap((file) => findViolations(modulePath(file), readFileSync(path.join(root, file), 'utf8')))

  expect(files.length).toBeGreaterThan(50)
  expect(found).toEqual([])
})

test('detects an import of another feature, by alias, relative path or dynamic import', () => {
  const file = 'server/features/forums/bad.ts'

  expect(findViolations(file, "import { castVote } from '#features/polls/commands.ts'")).toEqual([
    'server/features/forums/bad.ts imports server/features/polls/commands.ts, but server/features/forums may import only: contract, server/community, server/db, server/http, server/live, server/media, server/mail, server/notifications, server/processes, server/search, server/writing',
  ])
  expect(findViolations(file, "import { castVote } from '../polls/commands.ts'")).toHaveLength(1)
  expect(findViolations('web/ui/card.tsx', "import { polls } from '@wtpu/contract/polls/polls'")).toHaveLength(1)
  expect(findViolations(file, "const late = await import('#features/polls/commands.ts')")).toHaveLength(1)
})

const hidingColumns = /\b(deleted_?at|removed_?at|blocked_?at)\b|published_at [<>]/gi

/** Files that may name the columns which hide content and people. Fields of responses have some of the same names. */
const hidingFiles = [
  'server/src/db/visibility.ts',
  'server/src/db/schema/',
  // Inserts comments that were hidden in the past.
  'server/src/demo/threads.ts',
  // Lists all columns of users, and decides nothing.
  'server/src/features/accounts/columns.ts',
]

function findHidingColumns(file: string, source: string): string[] {
  const columns = source.replaceAll(/'\w+'|\bas \w+/g, '').match(hidingColumns) ?? []
  return [...new Set(columns)].map(
    (column) => `${file} names ${column}: use is_visible, is_active or a function of server/src/db/visibility.ts`,
  )
}

test('only db/visibility.ts decides what is visible', () => {
  const files = sourceFiles().filter((file) => file.startsWith('server/'))
  const others = files.filter((file) => !hidingFiles.some((hiding) => file.startsWith(hiding)))

  expect(others.flatMap((file) => findHidingColumns(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  expect(
    findHidingColumns('bad.ts', "and(isNull(posts.deletedAt), sql`p.removed_at is null and 'as deleted_at'`)"),
  ).toEqual([
    'bad.ts names deletedAt: use is_visible, is_active or a function of server/src/db/visibility.ts',
    'bad.ts names removed_at: use is_visible, is_active or a function of server/src/db/visibility.ts',
  ])
})

test('only db/visibility.ts decides whether a poll is open', () => {
  const comparesClosing = /closes_?at\}? *[<>]=? *now\(\)(?! *[+-])/i
  const files = sourceFiles().filter((file) => file.startsWith('server/') && file !== 'server/src/db/visibility.ts')

  expect(files.filter((file) => comparesClosing.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  expect('coalesce(${polls.closesAt} <= now(), false)').toMatch(comparesClosing)
})

/** The files outside of `writing/` that name two kinds of what people write, by the reason. The list may only become shorter. */
const namesKinds: Record<string, string[]> = {
  'The schema, its checks and what may be seen are written for each table.': [
    'server/src/db/schema/contents.ts',
    'server/src/db/visibility.ts',
  ],
  'Two kinds have a call for content that is held, because no call of their own has it.': [
    'contract/src/moderation/held.ts',
  ],
  'Some kinds have pages, and each kind of notification leads to one.': [
    'contract/src/notifications/on-demand/kinds.ts',
    'server/src/notifications/deliver.ts',
    'server/src/notifications/digest.ts',
    'server/src/notifications/events.ts',
    'server/src/notifications/list.ts',
  ],
  'Each kind that can be under review has calls of its own.': ['web/src/community/under-review.tsx'],
  'A match of a search shows other things for each kind.': ['web/src/features/search/result-rows.tsx'],
  'Comments and reactions are on one of several kinds.': [
    'server/src/features/boiler-room/likes.ts',
    'server/src/features/forums/comments/commands.ts',
    'server/src/features/forums/comments/routes.ts',
    'server/src/features/moderation/thread.ts',
    'web/src/community/content-counts.ts',
    'web/src/features/boiler-room/card/post-comments.tsx',
    'web/src/features/forums/thread/thread-api.ts',
  ],
  'Staff see media of posts, and figures of kinds that are about officials.': [
    'server/src/features/moderation/cases.ts',
    'server/src/features/moderation/figures.ts',
    'web/src/features/admin/people/person-row.tsx',
  ],
  'The demo has some of each kind.': ['server/src/demo/moderation.ts', 'server/src/demo/notifications.ts'],
}

test('lists of kinds are derived from contract/src/writing/kinds.ts', () => {
  // Users are also people, and a decision has a reason, too.
  const written = Object.keys(kinds).filter((kind) => kind !== 'user' && kind !== 'reason')
  const named = (source: string) => written.filter((kind) => source.includes(`'${kind}'`))
  // Types demand each kind of a record.
  const isRecord = (source: string) => /Record<[^=]*(Kind|Noun|\['kind'\])/.test(source)
  const key = `(${written.join('|')}): `
  const keys = new RegExp(`(?:^|[{,]) *${key}[^{}]*?[,\\n] *(?!\\1)${key}`, 'm')
  const namesTwo = (source: string) => named(source).length > 1 || (!isRecord(source) && keys.test(source))
  const found = sourceFiles().filter(
    (file) => !/\/writing\/|\/fixtures\.ts$/.test(file) && namesTwo(readFileSync(path.join(root, file), 'utf8')),
  )

  expect(found.toSorted()).toEqual(Object.values(namesKinds).flat().toSorted())
})

test('readers get the fields of a text by attributesOf', () => {
  const files = sourceFiles().filter((file) => file.startsWith('web/'))

  expect(files.filter((file) => /\blang[:=].*\.lang\b/.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  expect('<p lang={poll.lang ?? undefined}>').toMatch(/\blang[:=].*\.lang\b/)
})

test('only config.ts reads the environment, and only lib/time.ts reads the browser clock', () => {
  const reads = (pattern: RegExp, workspace: string) =>
    sourceFiles()
      .filter((file) => file.startsWith(workspace) && pattern.test(readFileSync(path.join(root, file), 'utf8')))
      .filter((file) => !/\/(main|cli\/.*)\.ts$/.test(file))

  // The embedded database passes PATH on to PostgreSQL.
  expect(reads(/process\.env\b/, 'server')).toEqual(['server/src/db/embedded/process.ts'])
  expect(reads(/Date\.now\(\)|new Date\(\)/, 'web')).toEqual(['web/src/lib/time.ts'])
})

test('numbers are written by fullCount, because the first use of Intl blocks a phone', () => {
  const files = sourceFiles().filter((file) => /^(web|contract)\//.test(file))

  expect(files.filter((file) => /\.toLocaleString\(/.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  // Nor is Intl used when a module is loaded.
  const atLoad = /^(export )?const .*new Intl\./m
  expect(files.filter((file) => atLoad.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  expect("const onAxis = new Intl.DateTimeFormat('en-US')").toMatch(atLoad)
})

/** What is loaded later may be missing, as after an update of the site. These say so, or go on without it. */
const loaders =
  /\b(lazyComponent|lazyMenu|lazyDialog|lazyValue|optionalCode)(<.+>)?\(\s*(\([^()]*\) => [^,()]+,\s*)?\(\) =>\s*$/

function findBareImports(file: string, source: string): string[] {
  return [...source.matchAll(/\bimport\(/g)]
    .filter(({ index }) => !loaders.test(source.slice(0, index)))
    .map(({ index }) => `${file}:${source.slice(0, index).split('\n').length} loads code that may be missing`)
}

test('only lib/shortcuts.ts, which people can switch off, compares keys with a character', () => {
  const comparesCharacter = /\bkey\s*[!=]==\s*'[^']'/
  expect(comparesCharacter.test("if (event.key === '/') search()")).toBe(true)
  const files = sourceFiles().filter((file) => file.startsWith('web/'))
  expect(files.filter((file) => comparesCharacter.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})

test('an alert that keeps its place during the next try shows the error of the last one', () => {
  // A mutation forgets its error when it starts again: `useLastError` keeps it.
  const forgets = /(\w+)\.error &&[\s(]*(?:<div[^>]*>\s*)?<FormAlert pending=\{\1\.isPending\}/
  const files = sourceFiles().filter((file) => file.endsWith('.tsx'))

  expect(files.filter((file) => forgets.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  expect('{claim.error && <FormAlert pending={claim.isPending}>').toMatch(forgets)
})

test('code that a page loads later is loaded by a function that handles its absence', () => {
  const files = sourceFiles().filter((file) => file.startsWith('web/'))

  expect(files.flatMap((file) => findBareImports(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  expect(findBareImports('bad.ts', "const A = lazyMenu(() => import('./a.ts'))\nawait import('./b.ts')")).toEqual([
    'bad.ts:2 loads code that may be missing',
  ])
})
