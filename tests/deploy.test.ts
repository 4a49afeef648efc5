import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

/** What the image itself sets. */
const ofTheImage = new Set(['PORT', 'HOST', 'DATA_DIR'])
/** What one command reads, once. */
const ofCommands = new Set(['PG_OLD_DIR', 'OLD_JWT_SECRET'])

test('the compose file passes every setting to the servers and publishes no access code', () => {
  const settings = namesIn(read('.env.example'), /^(?:# )?([A-Z][A-Z0-9_]+)=/gm)
  const compose = read('deploy/compose.yaml')
  const servers = compose.slice(0, compose.indexOf('\nservices:'))
  const passed = new Set(namesIn(servers, /^ {4}([A-Z][A-Z0-9_]+):/gm))

  expect(settings.length).toBeGreaterThan(20)
  expect(settings.filter((name) => !passed.has(name) && !ofTheImage.has(name) && !ofCommands.has(name))).toEqual([])
  // An empty code would open the site to everyone.
  expect(compose).toMatch(/^ {4}SITE_ACCESS_CODE:$/m)
})

test('the image gets the content of the demo', () => {
  expect(read('.dockerignore').split('\n')).toContain('!server/demo')
})

test('each entry of the changelog has upgrade notes', () => {
  const [, ...entries] = read('CHANGELOG.md').split(/^## /m)

  expect(entries.length).toBeGreaterThan(1)
  for (const entry of entries) expect(entry).toMatch(/^Upgrade notes: \S/m)
})

test.each(['wtpu.service', 'wtpu-embedded.service', 'wtpu-backup.service', 'wtpu-backup.timer', 'backup.sh'])(
  'the guide for administrators mentions %s, which is in deploy/',
  (file) => {
    expect(read(`deploy/${file}`)).not.toBe('')
    expect(read('docs/administration.md') + read('deploy/compose.yaml')).toContain(file)
  },
)
