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

/** Common Ground computes groups of voters with at least so many votes in polls of the last days with at least so many votes. */
export const minVotesOfVoter = 5
export const minVotesOfPoll = 50
export const daysOfPolls = 180

/** A group of Common Ground has at least so many people, and at least this share of all. */
export const smallestGroup = 30
export const smallestGroupShare = 0.1
/** The answer of a group to a poll is published if so many of its members voted there, and changes only once so many more have. */
export const minMembersInPoll = 30
export const minNewMembersInPoll = 10
/** Published numbers of people are rounded down to this, so that no one sees a single person join or leave. */
export const roundedTo = 10
/** A cell of the map is published if it has so many people. */
export const smallestCell = 10
/** A comment is ranked by agreement after so many reactions by members of groups. */
export const minReactionsOfComment = 5
/** A comment is valued across groups after so many likes in each of two groups. */
export const minLikesOfGroup = 5
/** The single ballots of a poll are published if it has so many votes. */
export const minVotesOfBallots = 20
