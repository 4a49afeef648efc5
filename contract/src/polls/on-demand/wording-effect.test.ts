import { expect, test } from 'vitest'
import { otherWordingText, wordingEffect } from './wording-effect.ts'

const two = (chosen: number, of: number) => [chosen, of - chosen]
const effect = (first: readonly number[], second: readonly number[]) =>
  wordingEffect(['Too little', 'Other'], first, second)

/*
 * General Social Survey, natfare and natfarey. In Python, with z = 1.959964:
 * def wilson(x, n): p = x/n; s = z*sqrt(p*(1-p)/n + z*z/(4*n*n)); return (p + z*z/(2*n) - s)/(1 + z*z/n), (p + z*z/(2*n) + s)/(1 + z*z/n)
 * d - sqrt((p1 - l1)**2 + (u2 - p2)**2) and d + sqrt((u1 - p1)**2 + (p2 - l2)**2) are
 * 0.43998 and 0.51225 for 825 of 1,132 and 285 of 1,133, and 0.28928 and 0.35427 for 1,116 of 1,595 and 617 of 1,635.
 */
test.each([
  ['2018', two(285, 1_133), two(825, 1_132), { points: 47.7, low: 44, high: 51.2 }],
  ['2024', two(617, 1_635), two(1_116, 1_595), { points: 32.2, low: 28.9, high: 35.4 }],
])('the interval of %s is that of another implementation', (_, first, second, expected) => {
  expect(effect(first, second).differences[0]).toMatchObject({ ...expected, is_moved: true })
})

test.each([
  [
    'a move',
    two(285, 1_133),
    two(825, 1_132),
    'The wording moves “Too little” by 48 points (44 to 51). This interval is about these 2,265 voters: who got which wording was drawn.',
  ],
  [
    'a move the other way',
    two(825, 1_132),
    two(285, 1_133),
    'The wording moves “Too little” by 48 points (44 to 51). This interval is about these 2,265 voters: who got which wording was drawn.',
  ],
  [
    'little',
    two(500, 1_000),
    two(520, 1_000),
    'The wording makes little difference here (at most 7 points). This interval is about these 2,000 voters: who got which wording was drawn.',
  ],
  ['too few voters', two(99, 99), two(0, 400), 'Too few answers to say what the wording does.'],
  ['too wide an interval', two(55, 110), two(60, 110), 'Too few answers to say what the wording does.'],
])('says of %s what it did', (_, first, second, sentence) => {
  expect(effect(first, second).sentence).toBe(sentence)
})

test.each([
  ['Help for the poor?', 25, 'Help for the poor?” It has 25 votes: Too little 80%, Other 20%. Too few answers'],
  ['Say what you think', 1, 'Say what you think”. It has 1 vote: Too little 20, Other 5. Too few answers'],
  ['Help for the poor?', 0, 'Help for the poor?” It has no votes. Too few answers'],
])('the other wording is told in whole sentences: %s, %i votes', (question, n, text) => {
  const found = { poll: 1, question, description: '', n, is_second: true, effect: effect([0, 0], [0, 0]) }
  const options = [
    { text: 'Too little', votes: 20 },
    { text: 'Other', votes: 5 },
  ]
  expect(otherWordingText({ ...found, options })).toBe(
    `One of two wordings was drawn for each voter. This is the other one: “${text} to say what the wording does.`,
  )
})

/** Even numbers from 0 to 1, the same in each run. */
let state = 1
function random(): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}

test('of 400 polls without an effect, the wording moves something in at most 20', () => {
  const said = Array.from({ length: 4_000 }, (_, poll) => {
    const counts = [0, 1].map(() => {
      const chosen = [0, 0, 0, 0]
      for (let voter = 0; voter < 100 + 50 * (poll % 8); voter++) {
        const at = random()
        const option = at < 0.4 ? 0 : at < 0.7 ? 1 : at < 0.9 ? 2 : 3
        chosen[option] = (chosen[option] ?? 0) + 1
      }
      return chosen
    })
    return wordingEffect(['A', 'B', 'C', 'D'], counts[0]!, counts[1]!)
  })
  const hasMoved = said.map(({ sentence }) => sentence.startsWith('The wording moves'))
  const moved = Array.from(
    { length: 10 },
    (_, run) => hasMoved.slice(400 * run, 400 * (run + 1)).filter(Boolean).length,
  )
  expect(Math.max(...moved)).toBeLessThanOrEqual(20)
  expect(Math.max(...moved)).toBeGreaterThan(0)
  // What is said to make little difference has an interval within ten points.
  for (const { sentence, differences } of said) {
    if (!sentence.startsWith('The wording makes')) continue
    for (const { low, high } of differences) expect(Math.max(-low, high)).toBeLessThanOrEqual(10)
  }
})

test.each([10, 12, 15])(
  'of 400 polls whose wording moves an answer by %i points, at most 20 say that it makes little difference',
  (points) => {
    const said = Array.from({ length: 4_000 }, (_, poll) => {
      const counts = [0, points / 100].map((moved) => {
        const chosen = [0, 0, 0]
        for (let voter = 0; voter < 100 + 100 * (poll % 20); voter++) {
          const at = random()
          const option = at < 0.4 + moved ? 0 : at < 0.75 + moved / 2 ? 1 : 2
          chosen[option] = (chosen[option] ?? 0) + 1
        }
        return chosen
      })
      return wordingEffect(['A', 'B', 'C'], counts[0]!, counts[1]!).sentence.startsWith('The wording makes')
    })
    const wrong = Array.from({ length: 10 }, (_, run) => said.slice(400 * run, 400 * (run + 1)).filter(Boolean).length)
    expect(Math.max(...wrong)).toBeLessThanOrEqual(20)
  },
)
