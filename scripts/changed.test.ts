import { expect, test } from 'vitest'
import { testsReachedBy } from './changed.mjs'

const exists = (folder: string) => folder.startsWith('server/src/features/polls') || folder.startsWith('web/')

test('runs the tests of a feature on both sides, also for its contract', () => {
  const folders = ['server/src/features/polls/', 'web/src/features/polls/']

  expect(testsReachedBy(['server/src/features/polls/commands.ts', 'docs/architecture.md'], exists)).toEqual({
    folders,
    files: [],
  })
  expect(testsReachedBy(['contract/src/polls/polls.ts'], exists).folders).toEqual(folders)
  expect(testsReachedBy(['contract/src/polls/results.ts'], exists).folders).toEqual(folders)
})

test('runs the tests of the demo for its content', () => {
  const folders = ['server/src/demo/']

  expect(testsReachedBy(['server/demo/content/polls.yaml'], exists)).toEqual({ folders, files: [] })
})

test('follows the imports of a file that belongs to no feature', () => {
  const changed = ['server/src/http/errors.ts', 'web/src/ui/tabs.tsx', 'contract/src/endpoint.ts']

  expect(testsReachedBy(changed, () => false)).toEqual({ folders: [], files: changed })
})
