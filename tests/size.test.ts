import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../web/dist')
const manifestFile = join(dist, '.vite/manifest.json')

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

test.each([
  ['/polls', '_member/polls\\.[^/]*', 150],
  ['/boiler-room', '_member/boiler-room/index', 160],
  ['/forums', '_member/forums/index', 160],
  ['/forums/$discussionId', '_member/forums/\\$discussionId', 160],
  ['/search', 'search', 160],
])(
  'the first load of %s for a signed-in user transfers at most %3$i kB of JavaScript and CSS',
  (page, file, budget) => {
    if (!existsSync(manifestFile)) throw new Error('web/dist is missing. Build the web first (npm test does this).')
    const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))
    // The route files of the page and of its parent layouts.
    const routeFiles = new RegExp(`^src/routes/(?:__root|${file.startsWith('_member') ? '_member|' : ''}${file})\\.tsx`)
    const starts = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || routeFiles.test(key))
    expect(starts.some((key) => new RegExp(`/${file}\\.tsx`).test(key))).toBe(true)

    const sizes = [...filesOf(manifest, starts)]
      .map((name) => ({ name, size: brotliCompressSync(readFileSync(join(dist, name))).length }))
      .toSorted((a, b) => b.size - a.size)
    const total = sizes.reduce((sum, { size }) => sum + size, 0)
    const list = sizes.map(({ name, size }) => `${String(size).padStart(8)}  ${name}`).join('\n')
    expect(total, `the first load of ${page} is ${total} bytes:\n${list}`).toBeLessThanOrEqual(budget * 1000)
  },
)

/** The scripts and styles of the chunks and of everything that they import statically. */
function filesOf(manifest: Record<string, Chunk>, keys: readonly string[]): Set<string> {
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    chunk.imports?.forEach(visit)
  }
  keys.forEach(visit)
  return files
}
