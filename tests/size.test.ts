import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

const dist = join(import.meta.dirname, '../web/dist')
const manifest = readManifest()
const screens = Object.keys(manifest)
  .map((key) => /^src\/routes\/(.*)\.tsx\?tsr-split=component/.exec(key)?.[1])
  .filter((file) => file !== undefined && file !== '__root' && file !== '_member')

const page = existsSync(join(dist, 'index.html')) ? readFileSync(join(dist, 'index.html'), 'utf8') : ''
const inlineScript = /<script>(.*?)<\/script>/gs
const compressedSizes = new Map<string, number>()

/** In kB, compressed. */
const budgets = new Map([
  ['index', 120.3],
  ['_member/polls.{-$pollId}', 150],
])
const defaultBudget = 160
const styleBudget = 13.5
const fontBudget = 80
/** The chunks that Home loads after its first screen (`web/vite-chunks.ts`). */
const laterChunks = ['_after-page.js', '_after-home.js']
/** With the page, its style sheet and two fonts, fewer than 20. */
const homeScripts = 15

test('every screen of the site has a chunk', () => {
  expect(screens).toContain('index')
  expect(screens.length).toBeGreaterThan(20)
})

test.each(screens)('the first load of routes/%s.tsx stays within its budget', (file = '') => {
  // The screen and its parent layouts.
  const layouts = file.startsWith('_member') ? ['__root', '_member', file] : ['__root', file]
  const code = sizeOf([...filesOf(startsOf(layouts))])
  const inline = brotliCompressSync([...page.matchAll(inlineScript)].map(([, text]) => text).join()).length
  expect(inline).toBeGreaterThan(100)
  expect(code.total + inline, code.list).toBeLessThanOrEqual((budgets.get(file) ?? defaultBudget) * 1000)
})

test('Home loads few scripts, each of at least 1 kB', () => {
  const scripts = [...filesOf([...startsOf(['__root', 'index']), ...laterChunks])].filter((name) =>
    name.endsWith('.js'),
  )
  for (const chunk of laterChunks) expect(manifest).toHaveProperty([chunk])
  expect(scripts.length, sizeOf(scripts).list).toBeLessThanOrEqual(homeScripts)
  const small = scripts.filter((name) => compressedSize(name) < 1000)
  // Rolldown gives its own functions a file that no group of `codeSplitting` can contain.
  expect(small).toEqual([expect.stringContaining('/rolldown-runtime-')])
})

test('the style sheet of all pages stays within its budget', () => {
  const styles = [...page.matchAll(/<link rel="stylesheet"[^>]*href="\/(assets\/[^"]*\.css)"/g)].map(
    ([, name = '']) => name,
  )
  expect(styles).toHaveLength(1)
  const { total, list } = sizeOf(styles)
  expect(total, list).toBeLessThanOrEqual(styleBudget * 1000)
})

test('the fonts that every page loads stay within their budget', () => {
  const fonts = [...page.matchAll(/<link rel="preload"[^>]*href="\/(assets\/[^"]*\.woff2)"/g)].map(
    ([, name = '']) => name,
  )
  expect(fonts).toHaveLength(2)
  const size = fonts.reduce((sum, name) => sum + readFileSync(join(dist, name)).length, 0)
  expect(size).toBeLessThanOrEqual(fontBudget * 1000)
})

/** The compressed size of files, and a list of it for error messages. */
function sizeOf(names: readonly string[]): { total: number; list: string } {
  const sizes = names.map((name) => ({ name, size: compressedSize(name) })).toSorted((a, b) => b.size - a.size)
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const lines = sizes.map(({ name, size }) => `${String(size).padStart(8)}  ${name}`)
  return { total, list: [`${total} bytes:`, ...lines].join('\n') }
}

function compressedSize(name: string): number {
  const size = compressedSizes.get(name) ?? brotliCompressSync(readFileSync(join(dist, name))).length
  compressedSizes.set(name, size)
  return size
}

/** The entry and the chunks of a screen and its layouts. */
function startsOf(layouts: readonly string[]): string[] {
  return Object.keys(manifest).filter(
    (key) => manifest[key]?.isEntry || layouts.some((route) => key.startsWith(`src/routes/${route}.tsx`)),
  )
}

/** The scripts of the chunks and of everything that they import statically. */
function filesOf(keys: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return files
}

function readManifest(): Record<string, Chunk> {
  const file = join(dist, '.vite/manifest.json')
  if (!existsSync(file)) throw new Error('web/dist is missing. Build the web first (npm test does this).')
  return JSON.parse(readFileSync(file, 'utf8'))
}
