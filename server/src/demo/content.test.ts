import { cpSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startTestDatabase } from '#testing/test-database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { readContent } from './content.ts'
import { seedDemo } from './demo.ts'

/** A copy of the content, to break. */
function copyContent() {
  const copy = temporaryFolder()
  cpSync(path.resolve(import.meta.dirname, '../../demo/content'), copy.at(), { recursive: true })
  return copy
}

test.each(['polls.yaml', 'drawings/bridge.svg'])('names the missing file %s', async (name) => {
  const copy = copyContent()
  rmSync(copy.at(name))

  await expect(readContent(copy.at())).rejects.toThrow(`incomplete: ${copy.at(name)} cannot be read: ENOENT`)
})

test.each([
  ['polls.yaml', 'votes: 387', 'votes: many', ': 0.votes must be integer.'],
  ['posts.yaml', 'hoursAgo:', 'hourAgo:', ': 0 must have required properties hoursAgo'],
  ['polls.yaml', 'description:', 'descripton:', ': 0.descripton is not a known field.'],
  ['discussions.yaml', 'replies:', 'replys:', ': 0.comments.0.replys is not a known field.'],
  ['walls.yaml', '- ', '- "', ' is not valid YAML: '],
])('names the broken file %s and the place', async (name, found, replacement, message) => {
  const copy = copyContent()
  const text = readFileSync(copy.at(name), 'utf8')
  expect(text).toContain(found)
  copy.write(name, text.replace(found, replacement))

  await expect(readContent(copy.at())).rejects.toThrow(`${copy.at(name)}${message}`)
})

test('adds nothing without the content, and reads none if the demo exists', async () => {
  await using t = await startTestDatabase()

  await expect(seedDemo(t.db, { folder: '/nonexistent' })).rejects.toThrow('/nonexistent/posts.yaml cannot be read')
  expect(await seedDemo(t.db)).toEqual({ seeded: true })
  expect(await seedDemo(t.db, { folder: '/nonexistent' })).toEqual({ seeded: false })
})
