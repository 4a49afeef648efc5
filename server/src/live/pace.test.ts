import { expect, test } from 'vitest'
import { paceItems } from './pace.ts'

test('an item is invalidated at once, and then less often the more browsers are connected', () => {
  let [browsers, time] = [3_000, 0]
  const isDue = paceItems(
    () => browsers,
    () => time,
  )
  const post = '/api/boilerroom/posts/7/'

  const sent: number[] = []
  for (time = 0; time < 30_000; time += 1_000) if (isDue(post)) sent.push(time)
  expect(sent).toEqual([0, 10_000, 20_000])
  expect([isDue('/api/boilerroom/posts/8/'), isDue('/api/polls/'), isDue('/api/polls/')]).toEqual([true, true, true])

  browsers = 100
  expect([isDue(post), isDue(post)]).toEqual([true, false])
  time += 400
  expect(isDue(post)).toBe(true)
})
