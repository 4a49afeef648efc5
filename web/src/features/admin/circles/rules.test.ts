import { expect, test } from 'vitest'
import { kitProblem, questionsProblem, readKit, readQuestions, readQuorum } from './rules.ts'

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

const lines = (count: number, text = 'x') => Array.from({ length: count }, (_, n) => `${text} ${n}`)

test.each([
  [[2, 5], undefined],
  [[2, 1], 'Question 2 needs 2 to 5 options below it, each in a line of its own.'],
  [[6], 'Question 1 needs 2 to 5 options below it, each in a line of its own.'],
  [Array.from({ length: 21 }, () => 2), 'A ballot paper can have at most 20 questions.'],
])('of questions with %j options, the form says: %s', (counts, problem) =>
  expect(questionsProblem(counts.map((count) => ({ question: 'Why?', options: lines(count) })))).toBe(problem),
)

test.each([
  [10, 'https://club.example/', undefined],
  [11, 'https://club.example/', 'A ballot paper can have at most 10 links and files.'],
  [1, `https://club.example/${'x'.repeat(500)}`, 'An address can have at most 500 characters.'],
])('of %i links, the form says: %s', (count, url, problem) =>
  expect(kitProblem(lines(count).map((label) => ({ label, url })))).toBe(problem),
)
