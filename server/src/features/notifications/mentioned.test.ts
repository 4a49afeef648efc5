import { listMentioned } from '@wtpu/contract/mentions'
import { expect, test } from 'vitest'
import { established } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

test('tells which usernames exist, whatever their case', async () => {
  await using t = await startTestApp()
  const ada = await t.make.user({ ...established, username: 'Ada' })
  await t.make.user({ ...established, username: 'ben.okafor' })

  const mentioned = async (names: string): Promise<string[]> =>
    (await t.as(ada).call(listMentioned, { querystring: { names } })).json()

  expect((await mentioned('ADA,ben.okafor,nobody,ben')).toSorted()).toEqual(['ada', 'ben.okafor'])
  expect(await mentioned('nobody')).toEqual([])
  const many = Array.from({ length: 60 }, (_, index) => `nobody${index}`)
  expect(await mentioned([...many, 'ada'].join(','))).toEqual([])
})
