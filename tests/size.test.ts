import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../web/dist')
const manifestFile = join(dist, '.vite/manifest.json')
const budgetBytes = 150_000

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
  css?: string[]
}

/** The route files of /polls and of its parent layouts. */
const routeFiles = /^src\/routes\/(?:__root|_member|_member\/polls\.[^/]*)\.tsx/

test('the first load of /polls for a signed-in user transfers at most 150 kB of JavaScript and CSS', () => {
  if (!existsSync(manifestFile)) throw new Error('web/dist is missing. Build the web first (npm test does this).')
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const starts = Object.keys(manifest).filter((key) => manifest[key]?.isEntry || routeFiles.test(key))
  expect(starts.some((key) => key.includes('polls'))).toBe(true)

  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const style of chunk.css ?? []) files.add(style)
    chunk.imports?.forEach(visit)
  }
  starts.forEach(visit)

  const sizes = [...files]
    .map((file) => ({ file, size: brotliCompressSync(readFileSync(join(dist, file))).length }))
    .toSorted((a, b) => b.size - a.size)
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const list = sizes.map(({ file, size }) => `${String(size).padStart(8)}  ${file}`).join('\n')
  expect(total, `the first load of /polls is ${total} bytes of at most ${budgetBytes}:\n${list}`).toBeLessThanOrEqual(
    budgetBytes,
  )
})
