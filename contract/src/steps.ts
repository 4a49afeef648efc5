/**
 * Figures of a small group are published in steps: as of its 10th, 20th, 50th, 100th ... member. Between two steps they do
 * not change, so that one person's choice cannot be read off the difference between two moments. Groups below the first
 * step have no published figures.
 */
export const disclosureSteps = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000].flatMap((step) => [
  step,
  2 * step,
  5 * step,
])

export const smallestStep = disclosureSteps[0] ?? 10
