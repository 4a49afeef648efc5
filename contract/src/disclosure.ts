/**
 * Disclosure control. Results of a group, such as a state, are published as of its 10th, 20th, 50th, 100th ... member and
 * do not change between two steps. So no one can derive one person's choice from the difference between two moments.
 * Groups below the first step have no published results.
 */
export const disclosureSteps = [10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000].flatMap((step) => [
  step,
  2 * step,
  5 * step,
])

export const smallestDisclosureStep = disclosureSteps[0] ?? 10
