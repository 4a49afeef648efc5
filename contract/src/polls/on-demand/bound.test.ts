import { describe, expect, test } from 'vitest'
import { boundText } from './bound.ts'
import { sampleSentence } from './method.ts'

const options = (counts: number[], texts = ['Yes', 'No', 'Not sure']) =>
  counts.map((votes, index) => ({ text: texts[index] ?? '', votes }))

describe('the bound of the silent', () => {
  test.each([
    {
      of: 'the example of the rules',
      counts: [401, 219],
      eligible: 3_000,
      text: '401 of 620 said yes (65%). All 3,000: between 13% and 93%, whatever the others think.',
    },
    {
      of: 'a lead that the silent cannot turn',
      counts: [2_000, 300],
      eligible: 3_000,
      text: '2,000 of 2,300 said yes (87%). All 3,000: between 67% and 90%, whatever the others think. The result would hold even if every silent one disagreed.',
    },
    {
      of: 'a lead that a tie would end',
      counts: [60, 20],
      eligible: 120,
      text: '60 of 80 said yes (75%). All 120: between 50% and 83%, whatever the others think.',
    },
    {
      of: 'a lead of one more',
      counts: [61, 20],
      eligible: 121,
      text: '61 of 81 said yes (75%). All 121: between 50% and 83%, whatever the others think. The result would hold even if every silent one disagreed.',
    },
    {
      of: 'a tie',
      counts: [30, 30],
      eligible: 100,
      text: '30 of 60 said yes (50%). 30 of 60 said no (50%). All 100: between 30% and 70%, whatever the others think.',
    },
    { of: 'everyone', counts: [60, 40], eligible: 100, text: '60 of 100 said yes (60%).' },
    {
      of: 'few answers, without percentages',
      counts: [7, 3],
      eligible: 240,
      text: '7 of 10 said yes. All 240: between 7 and 237, whatever the others think.',
    },
    {
      of: 'shares that are neither none nor all',
      counts: [20, 0],
      eligible: 9_000,
      text: '20 of 20 said yes (100%). All 9,000: between <1% and 100%, whatever the others think.',
    },
    { of: 'nobody', counts: [0, 0], eligible: 100, text: '' },
    { of: 'an unknown list', counts: [60, 40], eligible: null, text: '' },
    { of: 'more answers than people', counts: [60, 40], eligible: 99, text: '' },
  ])('says of $of what is true', ({ counts, eligible, text }) => {
    expect(boundText(options(counts), eligible)).toBe(text)
  })

  test('is true of each poll of nine people, by trying every answer of the silent', () => {
    const wrong: number[][] = []
    for (let yes = 0; yes <= 9; yes++) {
      for (let no = 0; yes + no <= 9; no++) {
        const text = boundText(options([yes, no]), 9)
        const most = Math.max(yes, no)
        const silent = 9 - yes - no
        const turned = Array.from({ length: silent + 1 }, (_, others) => [yes + others, no + silent - others])
        const holds = turned.every(([a = 0, b = 0]) => (yes > no ? a > b : yes < no && a < b))
        if (silent > 0 && most > 0 && text.includes('would hold') !== holds) wrong.push([yes, no])
      }
    }
    expect(wrong).toEqual([])
  })
})

test.each([
  {
    votes: 620,
    eligible: 3_000,
    text: '620 of 3,000 invited people answered by Nov 26, 2026, 9 PM ET. The others may think otherwise.',
  },
  { votes: 240, eligible: 240, text: '240 of 240 invited people answered by Nov 26, 2026, 9 PM ET.' },
])('the sentence under the result of a circle names all who were invited', ({ votes, eligible, text }) => {
  const at = '2026-11-27T02:00:00Z'
  expect(
    sampleSentence({ votes, at, isClosed: true, answeredByMail: true, eligible, timeZone: 'America/New_York' }),
  ).toBe(text)
})
