import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const web = path.join(import.meta.dirname, '../web/src')
const read = (file: string) => readFileSync(path.join(web, file), 'utf8')

test('there are at most eight sizes of text, all in styles.css', () => {
  const tokens = [...read('styles.css').matchAll(/^\s+--text-(\w+): /gm)].map(([, name]) => name)
  expect(tokens.length).toBeGreaterThan(3)
  expect(tokens.length, tokens.join()).toBeLessThanOrEqual(8)
  const own = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => /\btext-\[[^\]]*(rem|px|v[wh])/.test(read(file)))
  // The codes of the states have the size of their tiles.
  expect(own).toEqual(['ui/on-demand/tile-map.tsx'])
})

test('buttons have at most eight looks', () => {
  const [, variants = ''] = /variantClasses[^{]*\{([^}]*)\}/.exec(read('ui/button.tsx')) ?? []
  const looks = [...variants.matchAll(/'([^']*)'/g)].map(([, classes]) => classes)
  expect(looks.length).toBeGreaterThan(3)
  expect(new Set(looks).size).toBeLessThanOrEqual(8)
})
