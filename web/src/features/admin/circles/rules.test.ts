import { expect, test } from 'vitest'
import { readKit, readQuestions, readQuorum } from './rules.ts'

test('questions are blocks of lines, with their options below', () => {
  expect(readQuestions('\n Raise the dues? \nYes\n  No\n \n\nBuy the hall?\nYes\nNo\nNot sure\n')).toEqual([
    { question: 'Raise the dues?', options: ['Yes', 'No'] },
    { question: 'Buy the hall?', options: ['Yes', 'No', 'Not sure'] },
  ])
  expect(readQuestions(' \n\n ')).toEqual([])
})

test('a link has a text, and an address as its last word', () => {
  expect(readKit('The budget https://club.example/budget\n\nhttps://club.example/plan')).toEqual([
    { label: 'The budget', url: 'https://club.example/budget' },
    { label: 'https://club.example/plan', url: 'https://club.example/plan' },
  ])
})

test.each<[string, ReturnType<typeof readQuorum>]>([
  ['', null],
  [' 300 ', { count: 300 }],
  ['10 %', { percent: 10 }],
  ['100%', { percent: 100 }],
])('the quorum “%s” is read as %j', (text, quorum) => expect(readQuorum(text)).toEqual(quorum))

test.each(['0', '0%', '101 %', '50001', '1.5', 'half', '-3'])('“%s” is no quorum', (text) =>
  expect(readQuorum(text)).toBeUndefined(),
)
