import type { Distinction } from '@wtpu/contract/common-ground'

/** A smaller difference, in points, tells nothing about people. */
const minDistinction = 10

export interface Distinctive {
  option: number
  distinction: Distinction
}

interface PollShares<Part> {
  id: number
  question: string
  options: string[]
  groups: { id: Part; voters: number; percents: number[] }[]
}

/** The answers that a group gives more often than the others, the most distinctive first; of each poll the first one. */
export function findDistinctions<Part>(all: readonly PollShares<Part>[], part: Part): Distinctive[] {
  const found = all.flatMap(({ id, question, options, groups }) => {
    const own = groups.find((shares) => shares.id === part)
    const others = groups.filter((shares) => shares.id !== part)
    if (!own || others.length === 0) return []
    const ranked = options.map((text, option) => {
      const mean = others.reduce((sum, { percents }) => sum + (percents[option] ?? 0), 0) / others.length
      const distinction = {
        poll: id,
        question,
        option: text,
        percent: own.percents[option] ?? 0,
        voters: own.voters,
        others: Math.round(mean),
        other_voters: others.reduce((sum, { voters }) => sum + voters, 0),
      }
      return { option, distinction }
    })
    return ranked.toSorted((a, b) => lead(b) - lead(a)).slice(0, 1)
  })
  return found.filter((candidate) => lead(candidate) >= minDistinction).toSorted((a, b) => lead(b) - lead(a))
}

const lead = ({ distinction }: Distinctive) => distinction.percent - distinction.others
