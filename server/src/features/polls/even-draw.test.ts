import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawnNumber, inDrawnOrder } from '@wtpu/contract/polls/core/drawn-order'
import { orderEffect, orderText } from '@wtpu/contract/polls/on-demand/order-effect'
import { drawnWording } from '#db/site-keys.ts'

const key = Buffer.alloc(32, 7)
const drawOf = (voter: number) => createHmac('sha256', key).update(String(voter)).digest().readInt32BE()
const draws = Array.from({ length: 20_000 }, (_, voter) => drawOf(voter))
const polls = Array.from({ length: 400 }, (_, index) => index + 1)

/** Pearson's statistic against equal cells, as a multiple of what chance gives in one of about 30,000 cases. */
function excess(cells: readonly number[]): number {
  const mean = cells.reduce((sum, count) => sum + count, 0) / cells.length
  const statistic = cells.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)
  const freedom = cells.length - 1
  return statistic / (freedom * (1 - 2 / (9 * freedom) + 4 * Math.sqrt(2 / (9 * freedom))) ** 3)
}

const countCells = (length: number, cells: Iterable<number>) => {
  const counts = Array.from({ length }, () => 0)
  for (const cell of cells) counts[cell] = (counts[cell] ?? 0) + 1
  return counts
}

test.each([2, 3, 4, 5])(
  'of %i options, each stands first for equally many voters, whatever stood first in other polls',
  (options) => {
    for (const poll of [1, 2, 3, 500, 123_456]) {
      const rotation = (draw: number, id: number) => drawnNumber(draw, id) % options
      expect(
        excess(
          countCells(
            options,
            draws.map((draw) => rotation(draw, poll)),
          ),
        ),
      ).toBeLessThan(1)
      for (const other of [poll + 1, poll + 2, poll + 16, poll + 65_536]) {
        const pairs = draws.map((draw) => options * rotation(draw, poll) + rotation(draw, other))
        expect(excess(countCells(options ** 2, pairs)), `${poll} and ${other}`).toBeLessThan(1)
      }
    }
  },
)

test('each of two wordings is drawn for half of the voters, in each part of them, and independently between polls', () => {
  const wordingIn = (poll: number) => {
    const wordingKey = createHmac('sha256', key).update(String(poll)).digest()
    return draws.map((draw) => drawnWording(wordingKey, draw))
  }
  const [first, second] = [wordingIn(5), wordingIn(6)]
  for (const parts of [1, 2, 3, 50]) {
    const cells = first.map((wording, voter) => 2 * (voter % parts) + wording)
    expect(excess(countCells(2 * parts, cells))).toBeLessThan(1)
  }
  const byAge = first.map((wording, voter) => 2 * Math.floor(voter / 5_000) + wording)
  expect(excess(countCells(8, byAge))).toBeLessThan(1)
  const pairs = first.map((wording, voter) => 2 * wording + (second[voter] ?? 0))
  expect(excess(countCells(4, pairs))).toBeLessThan(1)
  const withOrder = first.map((wording, voter) => 2 * (drawnNumber(draws[voter] ?? 0, 5) % 3) + wording)
  expect(excess(countCells(6, withOrder))).toBeLessThan(1)
})

test('no part of the voters, such as older accounts or a state, sees one order more often', () => {
  for (const parts of [2, 3, 50]) {
    const cells = draws.map((draw, voter) => 3 * (voter % parts) + (drawnNumber(draw, 9) % 3))
    expect(excess(countCells(3 * parts, cells))).toBeLessThan(1)
  }
  const byAge = draws.map((draw, voter) => 3 * Math.floor(voter / 5_000) + (drawnNumber(draw, 9) % 3))
  expect(excess(countCells(12, byAge))).toBeLessThan(1)
})

test('options start with another one, and those of no opinion stay last', () => {
  const options = ['A', 'Not sure', 'B', 'C'].map((text) => ({ text, is_no_opinion: text === 'Not sure' }))
  const shown = (rotation: number | undefined) =>
    inDrawnOrder(options, rotation)
      .map(({ text }) => text)
      .join(' ')
  expect([0, 1, 5].map(shown)).toEqual(['A B C Not sure', 'B C A Not sure', 'C A B Not sure'])
  expect(shown(undefined)).toBe('A Not sure B C')
})

test('what the order did is said of 200 voters and more', () => {
  const say = (drawn: number, first: number, options: number) => {
    const effect = orderEffect({ drawn, stood_first: first }, options)
    return effect && orderText(effect)
  }
  // statsmodels: proportion_confint(1030, 2000, method="wilson") is 0.4931 to 0.5369; 2p - 1 is 3 (-1 to 7).
  expect(say(2_000, 1_030, 2)).toBe('The order made no difference that can be seen.')
  // proportion_confint(5150, 10000, method="wilson"): 0.5052 to 0.5248.
  expect(say(10_000, 5_150, 2)).toBe('Standing first brought an answer 3 points more (1 to 5).')
  // proportion_confint(1600, 6000, method="wilson"): 0.2556 to 0.2780; (3p - 1) / 2.
  expect(say(6_000, 1_600, 3)).toBe('Standing first brought an answer 10 points less (8 to 12).')
  expect(say(199, 199, 2)).toBeNull()
  expect(orderEffect({ drawn: 500, stood_first: 400 }, null)).toBeNull()
})

test('of 400 polls without an effect, one is said of at most 5 percent', () => {
  const said = polls.filter((poll) => {
    // Opinions of 70 percent for the first option of the author.
    const voters = draws.slice(0, 300 + 4 * poll).map((draw, voter) => {
      const choice = drawnNumber(voter, 1_000 + poll) < 0.7 * 2 ** 15 ? 0 : 1
      return choice === drawnNumber(draw, poll) % 2
    })
    const effect = orderEffect({ drawn: voters.length, stood_first: voters.filter(Boolean).length }, 2)
    return effect && orderText(effect).startsWith('Standing')
  })
  expect(said.length).toBeLessThanOrEqual(20)
})

test('where three of ten take what stands first, totals do not depend on the order of the author', () => {
  const shareOf = (isTurned: boolean) => {
    const chosen = draws.filter((draw, voter) => {
      const isAFirst = (drawnNumber(draw, 77) % 2 === 0) !== isTurned
      return voter % 10 < 3 ? isAFirst : voter % 10 < 7
    })
    return (100 * chosen.length) / draws.length
  }
  expect(Math.abs(shareOf(false) - shareOf(true))).toBeLessThan(1)
})
