import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const dist = join(import.meta.dirname, '../web/dist')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')
const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
const imports: Record<string, string> = JSON.parse(readImportMap()).imports

/** Runs the script of the page that adds the import map. */
function readImportMap(): string {
  const code = [...read('index.html').matchAll(/<script>(.*?)<\/script>/gs)]
    .map(([, text = '']) => text)
    .find((text) => text.includes('importmap'))
  const map = { text: '' }
  const document = { createElement: () => map, head: { append: () => {} } }
  runInNewContext(code?.slice(code.lastIndexOf('(()=>{')) ?? '', { document })
  return map.text
}

test('each script is named by its own content', () => {
  expect(scripts.length).toBeGreaterThan(100)
  for (const file of scripts) {
    const hash = createHash('sha256')
      .update(read(`assets/${file}`))
      .digest('base64url')
    expect(file.replace(/.*-(?=.{5}\.js$)/, '')).toBe(`${hash.slice(0, 5)}.js`)
  }
})

// Otherwise a change of one would rename the other.
test('no script contains the name of another script or of the style sheet', () => {
  const names = readdirSync(join(dist, 'assets')).filter((file) => /\.(js|css)$/.test(file))
  const found = scripts.flatMap((file) => {
    const code = read(`assets/${file}`)
    return names.filter((name) => code.includes(name))
  })
  // Rarely changes.
  expect(found).toEqual([expect.stringMatching(/^forced-colors-/)])
})

test('the import map leads from every name in a script to its file', () => {
  expect(Object.values(imports).toSorted()).toEqual(scripts.map((file) => `/assets/${file}`).toSorted())
  const used = scripts.flatMap((file) =>
    [
      ...read(`assets/${file}`).matchAll(
        /(?:from|import|import\()\s*[`"]\.\/([\w.~-]+\.js)[`"]|"assets\/([\w.~-]+\.js)"/g,
      ),
    ].map(([, imported, preloaded]) => `/assets/${imported ?? preloaded}`),
  )
  expect(used.length).toBeGreaterThan(500)
  expect(used.filter((name) => !(name in imports))).toEqual([])
})

test('the server has the exact text of the import map, whose hash allows it', () => {
  expect(read('.vite/import-map.json')).toBe(readImportMap())
})

test('browsers know the import map before the page names a script', () => {
  const page = read('index.html')
  const first = page.search(/<!--preloads-->|modulepreload|type="module"/)
  expect(page.indexOf('importmap')).toBeGreaterThan(0)
  expect(page.indexOf('importmap')).toBeLessThan(first)
})
