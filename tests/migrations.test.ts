import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../server/src/db/migrations')

test('keeps the newest snapshot of the schema only, which `npm run db:new` compares with', () => {
  const journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8')) as {
    entries: { idx: number }[]
  }
  const newest = String(journal.entries.at(-1)?.idx).padStart(4, '0')
  expect(readdirSync(path.join(folder, 'meta'))).toEqual([`${newest}_snapshot.json`, '_journal.json'])
})
