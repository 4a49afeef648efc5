import { replaySeconds } from '@wtpu/contract/live'
import { expect, test } from 'vitest'
import { rememberPaths } from './recent-paths.ts'

const windowMs = replaySeconds * 1000

function startAt(at: number) {
  const clock = { now: at }
  return { clock, recent: rememberPaths(() => clock.now) }
}

/** A server that has been running for a while. */
function startLongAgo() {
  const { clock, recent } = startAt(0)
  clock.now = 10 * windowMs
  return { clock, recent }
}

test('everything is stale when the server has just started', () => {
  const { clock, recent } = startAt(5_000)
  expect(recent.list()).toEqual(['/api/'])
  clock.now += windowMs
  expect(recent.list()).toEqual([])
})

test('keeps each path for the window after its last change', () => {
  const { clock, recent } = startLongAgo()
  recent.add('/api/polls/')
  clock.now += windowMs - 1
  recent.add('/api/politicians/')
  expect(recent.list()).toEqual(['/api/polls/', '/api/politicians/'])
  recent.add('/api/polls/')
  expect(recent.list()).toEqual(['/api/politicians/', '/api/polls/'])

  clock.now += windowMs - 1
  expect(recent.list()).toEqual(['/api/politicians/', '/api/polls/'])
  clock.now += 1
  expect(recent.list()).toEqual([])
})

test('reports everything as stale instead of more than 200 paths', () => {
  const { recent } = startLongAgo()
  for (let id = 1; id <= 200; id++) recent.add(`/api/boilerroom/posts/${id}/`)
  expect(recent.list()).toHaveLength(200)
  recent.add('/api/boilerroom/posts/201/')
  expect(recent.list()).toEqual(['/api/'])
  recent.add('/api/polls/')
  expect(recent.list()).toEqual(['/api/', '/api/polls/'])
})
