import { minVotesOfWording } from '../../disclosure.ts'
import { belowRate, chanceOfDifference, newcombe, wilson } from '../../intervals.ts'
import { votesForPercent } from '../polls.ts'
import type { PollMethod, WordingEffect } from '../totals.ts'
import { groupDigits, shareText, voteCount } from './shares.ts'

/** The chosen options of those for whom a wording was drawn, in the order of the options. */
type Counts = readonly number[]

/** The rate is half of the usual one, so that of 400 polls without an effect at most 20 say that there is one. */
const falseMoves = 0.025
/** Within this many points on each side, the wording makes little difference. */
const littlePoints = 10
const inPoints = (share: number) => Math.round(1000 * share) / 10
const pointsText = (points: number) => `${points} ${points === 1 ? 'point' : 'points'}`

/**
 * Says what the wording did. Chance decided who saw which wording, so each difference has an honest interval (Newcombe, 95 %). All
 * options are tested together (Benjamini and Hochberg).
 */
export function wordingEffect(options: readonly string[], first: Counts, second: Counts): WordingEffect {
  const total = (counts: Counts) => counts.reduce((sum, count) => sum + count, 0)
  const [ofFirst, ofSecond] = [total(first), total(second)]
  const voters = ofFirst + ofSecond
  const few = 'Too few answers to say what the wording does.'
  if (Math.min(ofFirst, ofSecond) < minVotesOfWording) return { sentence: few, voters, differences: [] }
  const pairs = options.map(
    (_, index) =>
      [
        [first[index] ?? 0, ofFirst],
        [second[index] ?? 0, ofSecond],
      ] as const,
  )
  const isClear = belowRate(
    pairs.map(([a, b]) => chanceOfDifference(a, b)),
    falseMoves,
  )
  const differences = pairs.map(([a, b], index) => {
    const { difference, low, high } = newcombe(wilson(...b), wilson(...a))
    const is_moved = (isClear[index] ?? false) && (low > 0 || high < 0)
    return {
      option: options[index] ?? '',
      points: inPoints(difference),
      low: inPoints(low),
      high: inPoints(high),
      is_moved,
    }
  })
  const size = ({ points }: { points: number }) => Math.abs(points)
  const [largest] = differences.filter(({ is_moved: isMoved }) => isMoved).toSorted((a, b) => size(b) - size(a))
  const most = Math.max(...differences.flatMap(({ low, high }) => [-low, high]))
  const about = `This interval is about these ${groupDigits(voters)} voters: who got which wording was drawn.`
  const little = `The wording makes little difference here (at most ${pointsText(Math.ceil(most))}).`
  const sentence = largest ? `${movedText(largest)} ${about}` : most <= littlePoints ? `${little} ${about}` : few
  return { sentence, voters, differences }
}

function movedText({ option, points, low, high }: WordingEffect['differences'][number]): string {
  const [size, from, to] = (points > 0 ? [points, low, high] : [-points, -high, -low]).map(Math.round)
  return `The wording moves “${option}” by ${pointsText(size ?? 0)} (${from} to ${to}).`
}

/** What is said where two keys drew the wordings of a poll: a voter may have seen both. */
export const withoutKey: WordingEffect = {
  sentence: 'The wordings are not compared, because the key that drew them was lost.',
  voters: 0,
  differences: [],
}

/** The other wording with its own votes, and what the wording did. Its words are made by the server, so that pages load no code. */
export function otherWordingText({
  question,
  description,
  n,
  options,
  effect,
}: Omit<NonNullable<PollMethod['other_wording']>, 'words'>): string {
  const shares = options.map(({ text, votes }) => `${text} ${n < votesForPercent ? votes : shareText(votes, n)}`)
  const asked = [question, description].filter(Boolean).join(' ')
  const counted = n === 0 ? 'It has no votes.' : `It has ${voteCount(n)}: ${shares.join(', ')}.`
  const other = `“${asked}”${/[.?!]$/.test(asked) ? '' : '.'}`
  const drawn = 'One of two wordings was drawn for each voter. This is the other one:'
  return [drawn, other, effect && counted, effect?.sentence].filter(Boolean).join(' ')
}
