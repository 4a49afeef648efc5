import { getPolitician, listPoliticians } from '@wtpu/contract/politicians'
import { expect, test } from 'vitest'
import { newTestQueryClient } from '#testing/fake-api.tsx'
import { noCounts } from '#lib/live/counts.ts'
import { infiniteQuery, query } from '#lib/api/api.ts'
import { makePolitician } from './fixtures.ts'
import { followPoliticianCounts } from './politician-counts.ts'

test('shows new ratings in the directory, the ticker and the profile, and ignores older ones', () => {
  const queryClient = newTestQueryClient()
  const { onCounts, stop } = followPoliticianCounts(queryClient)
  const home = { good_job_count: 1, total_rating: 1, leads_clearly: null }
  const [first, second] = [makePolitician({ id: 1, home_state: home }), makePolitician({ id: 2 })]
  const directory = infiniteQuery(listPoliticians, { querystring: { limit: 10 } }).queryKey
  const profile = query(getPolitician, { params: { id: 1 } }).queryKey
  queryClient.setQueryData(directory, { pages: [{ results: [first, second], next: null }], pageParams: [''] })
  queryClient.setQueryData(profile, first)
  const event = (good: number, bad: number) =>
    onCounts({ ...noCounts, politicians: [{ id: 1, good_job_count: good, bad_job_count: bad, version: good + bad }] })

  event(3, 1)
  event(1, 1)

  const after = { ...first, good_job_count: 3, bad_job_count: 1, total_rating: 4, version: 4 }
  expect(queryClient.getQueryData(profile)).toEqual(after)
  const results = queryClient.getQueryData(directory)?.pages[0]?.results
  expect(results).toEqual([after, second])
  expect(results?.[1]).toBe(second)

  // The response to the viewer's own rating is newer than the next event.
  queryClient.setQueryData(profile, { ...first, good_job_count: 9, total_rating: 9 })
  event(4, 1)
  expect(queryClient.getQueryData(profile)?.total_rating).toBe(9)
  stop()
})
