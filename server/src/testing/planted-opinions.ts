import { drawnNumber } from '@wtpu/contract/polls/core/drawn-order'
import { XSadd } from 'ml-xsadd'
import type { PollVotes } from '#features/common-ground/groups/vote-matrix.ts'

/** Votes of people whose opinions are known, so that what is said about them can be judged. */
export interface PlantedVotes {
  votes: PollVotes[]
  /**
   * The true parts of the people, from one end to the other or camp by camp: of each poll by its id, how likely they choose each option.
   * Empty without opinions: then whatever is said is false.
   */
  parts: Map<number, number[]>[]
}

export interface Scene {
  people: number
  polls: number
  /** The part of the polls that a person does not answer. */
  missing: number
  opinions: 'none' | 'line' | 'two camps' | 'three camps'
  /** How much answers depend on the place on the line, as logits: each poll takes one of these. */
  slopes?: readonly number[]
  /** The part of the accounts that answer by one script, in so many of the polls that they answer. */
  block?: number
  alike?: number
  /** The part of the people who take the first answer in nine of ten polls, whatever it is. */
  firstTakers?: number
  /** The order of the options is drawn for each person, so `firstTakers` take what stands first for them. */
  isDrawn?: boolean
  /** How much people differ in their tendency to choose the first answer, as logits. */
  yesSaying?: number
  /** The part of the accounts that repeat the answers of a person who has four of them. */
  copies?: number
}

type Choose = (poll: number, person: number) => number[]

export const normal = (random: XSadd) =>
  Math.sqrt(-2 * Math.log(1 - random.random())) * Math.cos(2 * Math.PI * random.random())

const logistic = (logit: number) => 1 / (1 + Math.exp(-logit))

const pick = <Value>(values: readonly Value[], random: XSadd): Value =>
  values[Math.floor(random.random() * values.length)] as Value

const draw = (shares: readonly number[], random: XSadd) => {
  let left = random.random()
  const found = shares.findIndex((share) => (left -= share) < 0)
  return found < 0 ? shares.length - 1 : found
}

/** The share of the first of two opposite options, turned at random and with a third option in two of five polls. */
function planPolls({ polls, slopes = [0, 0, 0.6, 1.2, 2, 3] }: Scene, random: XSadd) {
  return Array.from({ length: polls }, () => ({
    isTurned: random.random() < 0.5,
    other: random.random() < 0.4 ? 0.05 + 0.15 * random.random() : 0,
    slope: pick(slopes, random),
    constant: pick([-0.5, 0, 0, 0.5, 1, 1.6], random),
    camps: pick(['shared', 'shared', 'apart', 'apart', 'apart', 'split'] as const, random),
    shares: [0.9, 0.86, 0.88].map((share) => share - 0.1 * random.random()),
    sides: sidesOf(random),
  }))
}

/** Which camps prefer the first option of a poll that sets camps apart: the first two never agree. */
function sidesOf(random: XSadd): boolean[] {
  const first = random.random() < 0.5
  return [first, !first, random.random() < 0.5]
}

export function plantVotes(scene: Scene, seed: number): PlantedVotes {
  const random = new XSadd(seed)
  const plans = planPolls(scene, random)
  const blockSize = Math.round((scene.block ?? 0) * scene.people)
  const copied = Math.round((scene.copies ?? 0) * scene.people)
  const people = scene.people - blockSize - copied
  const positions = Array.from({ length: people }, () => normal(random))
  const camps = { none: 1, line: 1, 'two camps': 2, 'three camps': 3 }[scene.opinions]
  const campOf = (person: number) => (camps === 3 ? ([0, 0, 0, 1, 1, 2, 2, 0, 1, 0][person % 10] ?? 0) : person % camps)
  const tendencies = Array.from({ length: people }, () => (scene.yesSaying ?? 0) * normal(random))
  const takesFirst = Array.from({ length: people }, () => random.random() < (scene.firstTakers ?? 0))

  const opinion: Choose = (poll, person) => {
    const plan = plans[poll]!
    const share = shareOf(plan, scene.opinions, positions[person]!, campOf(person))
    const first = plan.isTurned ? 1 - share : share
    return withOther(first, plan.other)
  }
  const choose: Choose = (poll, person) => {
    const shares = opinion(poll, person)
    const first = firstOf(poll, person)
    if (takesFirst[person]) return shares.map((share, option) => (option === first ? 0.9 : 0) + 0.1 * share)
    const tendency = tendencies[person]!
    if (tendency === 0) return shares
    const share = shares[first]!
    const raised = logistic(Math.log(share / (1 - share)) + tendency)
    return shares.map((other, option) => (option === first ? raised : (other * (1 - raised)) / (1 - share)))
  }

  const optionsOf = (poll: number) => (plans[poll]!.other > 0 ? 3 : 2)
  const firstOf = (poll: number, person: number) =>
    scene.isDrawn
      ? drawnNumber(Math.imul(seed, 0x9e3779b1) ^ Math.imul(person + 1, 0x85ebca77), poll + 1) % optionsOf(poll)
      : 0

  const script = plans.map((plan) => Math.floor(random.random() * (plan.other > 0 ? 3 : 2)))
  const answers = Array.from({ length: people + blockSize }, (_, person) =>
    plans.map((plan, poll) => {
      if (random.random() < scene.missing) return undefined
      if (person < people) return draw(choose(poll, person), random)
      const isAlike = random.random() < (scene.alike ?? 1)
      return isAlike ? script[poll]! : Math.floor(random.random() * (plan.other > 0 ? 3 : 2))
    }),
  )
  for (let copy = 0; copy < copied; copy++) answers.push(answers[Math.floor(copy / 4)]!)
  const order = answers.map((_, index) => index)
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random.random() * (last + 1))
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  const votes = Array.from(plans.keys(), (poll) => ({
    id: poll + 1,
    options: Array.from({ length: optionsOf(poll) }, (_, option) => {
      const chosen = order.flatMap((person, index) =>
        answers[person]![poll] === option ? [{ person, id: index + 1 }] : [],
      )
      const first = chosen.flatMap(({ person, id }) => (firstOf(poll, person) === option ? [id] : []))
      return { id: 3 * poll + option, voters: chosen.map(({ id }) => id), ...(scene.isDrawn && { first }) }
    }),
  }))
  return { votes, parts: partsOf(scene, positions, campOf, camps, opinion) }
}

/**
 * Asks each n-th of the polls in two wordings, and draws one for each person. The second one brings `moved` of those who would not choose
 * the first option to it. Each wording is a poll: the second has the id of the first plus 1,000.
 */
export function askInTwoWordings({ votes, parts }: PlantedVotes, each: number, moved: number): PlantedVotes {
  const random = new XSadd(each)
  const isAsked = (poll: number) => poll % each === 0
  const asked = votes.flatMap((poll) => {
    if (!isAsked(poll.id)) return [poll]
    const chosen = poll.options.map(() => [[], []] as [number[], number[]])
    for (const [option, { voters }] of poll.options.entries()) {
      for (const voter of voters) {
        const isSecond = random.random() < 0.5
        const choice = isSecond && random.random() < moved ? 0 : option
        chosen[choice]![isSecond ? 1 : 0].push(voter)
      }
    }
    return [0, 1].map((wording) => ({
      id: poll.id + 1_000 * wording,
      options: poll.options.map(({ id }, option) => ({
        id: id + 10_000 * wording,
        voters: chosen[option]![wording]!.toSorted((a, b) => a - b),
      })),
    }))
  })
  const withSecond = parts.map((part) => {
    const both = new Map(part)
    for (const [poll, shares] of part) {
      const second = shares.map((share, option) => (option === 0 ? moved : 0) + share * (1 - moved))
      if (isAsked(poll)) both.set(poll + 1_000, second)
    }
    return both
  })
  return { votes: asked.toSorted((a, b) => a.id - b.id), parts: withSecond }
}

function shareOf(
  plan: ReturnType<typeof planPolls>[number],
  opinions: Scene['opinions'],
  position: number,
  camp: number,
): number {
  if (opinions === 'none') return logistic(plan.constant)
  if (opinions === 'line') return logistic(plan.slope * position + plan.constant)
  if (plan.camps === 'split') return logistic(plan.constant)
  const share = plan.shares[camp]!
  return plan.camps === 'shared' || plan.sides[camp] ? share : 1 - share
}

const withOther = (first: number, other: number) =>
  other > 0 ? [first * (1 - other), (1 - first) * (1 - other), other] : [first, 1 - first]

function partsOf(
  { opinions, polls }: Scene,
  positions: readonly number[],
  campOf: (person: number) => number,
  camps: number,
  opinion: Choose,
): PlantedVotes['parts'] {
  if (opinions === 'none') return []
  const people = positions.map((_, person) => person)
  const sorted = people.toSorted((a, b) => positions[a]! - positions[b]!)
  const parts =
    opinions === 'line'
      ? [0, 1, 2].map((part) => sorted.filter((_, index) => Math.floor((3 * index) / sorted.length) === part))
      : Array.from({ length: camps }, (_, camp) => people.filter((person) => campOf(person) === camp))
  return parts.map(
    (members) =>
      new Map(
        Array.from({ length: polls }, (_, poll) => {
          const all = members.map((person) => opinion(poll, person))
          return [
            poll + 1,
            all[0]!.map((_share, option) => all.reduce((sum, shares) => sum + shares[option]!, 0) / all.length),
          ]
        }),
      ),
  )
}
