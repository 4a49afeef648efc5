import { beforeEach, expect, test } from 'vitest'
import { endSession } from '#lib/session/session.ts'
import { rememberVote, rememberedVotes } from './vote-memory.ts'

beforeEach(() => localStorage.clear())

test('a vote is remembered in this browser with the time it was cast', () => {
  rememberVote({ pollId: 7, optionId: 71 })

  expect(JSON.parse(localStorage.getItem('userVotes') ?? '')).toEqual([
    { pollId: 7, optionId: 71, timestamp: expect.any(Number) },
  ])
})

test('a further vote for the same poll is ignored, one for another poll is added', () => {
  rememberVote({ pollId: 7, optionId: 71 })
  rememberVote({ pollId: 7, optionId: 72 })
  rememberVote({ pollId: 8, optionId: 81 })

  expect(rememberedVotes().map(({ pollId, optionId }) => [pollId, optionId])).toEqual([
    [7, 71],
    [8, 81],
  ])
})

test('logging out forgets the votes', () => {
  rememberVote({ pollId: 7, optionId: 71 })

  endSession('manual')

  expect(localStorage.getItem('userVotes')).toBeNull()
  expect(rememberedVotes()).toEqual([])
})

test.each(['not json', '{"pollId":7}', '[null,1,{"pollId":"7"}]'])('a damaged memory (%s) is an empty one', (text) => {
  localStorage.setItem('userVotes', text)

  expect(rememberedVotes()).toEqual([])
})
