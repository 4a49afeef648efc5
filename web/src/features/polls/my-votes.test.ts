import { beforeEach, expect, test } from 'vitest'
import { endSession } from '#lib/session/session.ts'
import { rememberVote, rememberedVotes } from '#features/polls/core/my-votes.ts'

beforeEach(() => localStorage.clear())

test('stores a vote with its time in this browser', () => {
  rememberVote({ pollId: 7, optionId: 71 })

  expect(JSON.parse(localStorage.getItem('userVotes') ?? '')).toEqual([
    { pollId: 7, optionId: 71, timestamp: expect.any(Number) },
  ])
})

test('ignores a second vote in the same poll and adds one in another poll', () => {
  rememberVote({ pollId: 7, optionId: 71 })
  rememberVote({ pollId: 7, optionId: 72 })
  rememberVote({ pollId: 8, optionId: 81 })

  expect(rememberedVotes.read().map(({ pollId, optionId }) => [pollId, optionId])).toEqual([
    [7, 71],
    [8, 81],
  ])
})

test('removes the votes on sign-out', () => {
  rememberVote({ pollId: 7, optionId: 71 })

  endSession('manual')

  expect(localStorage.getItem('userVotes')).toBeNull()
  expect(rememberedVotes.read()).toEqual([])
})

test.each(['not json', '{"pollId":7}', '[null,1,{"pollId":"7"}]'])('ignores the invalid stored value %s', (text) => {
  localStorage.setItem('userVotes', text)

  expect(rememberedVotes.read()).toEqual([])
})
