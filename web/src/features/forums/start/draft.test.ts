import { expect, test } from 'vitest'
import { emptyDraft, missingText, tagsOf, tagsText } from './draft.ts'

test('tags survive being stored as text', () => {
  const tags = [
    { id: 3, name: 'public transport' },
    { id: 12, name: 'taxes' },
  ]
  expect(tagsOf({ ...emptyDraft, tags: tagsText(tags) })).toEqual(tags)
  expect(tagsOf({ ...emptyDraft, tags: 'x\n0 zero\n' })).toEqual([])
})

test.each([
  [{}, 'Add a title, a description and a category to start the discussion.'],
  [{ title: 'Water', category: '1', description: ' \u200b\n' }, 'Add a description to start the discussion.'],
  [{ title: ' ', category: '', description: 'text' }, 'Add a title and a category to start the discussion.'],
  [{ title: 'Water', category: '1', description: 'text' }, ''],
])('%j: %s', (fields, text) => {
  expect(missingText({ ...emptyDraft, ...fields })).toBe(text)
})
