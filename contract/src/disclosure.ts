/**
 * Disclosure control: what is published about groups of people, and from how many on. An attacker may own several of the accounts
 * that a figure counts; `accountsThatReveal` says how many it takes until a figure tells something about one other person.
 */

/** Results of groups count established accounts only: as many days old, with a confirmed address. So new accounts reveal nothing. */
export const establishedDays = 7

/**
 * Results of a state are published as of its 10th, 20th, 30th ... established voter and do not change between two steps. So no one
 * can derive one person's choice from the difference between two moments. From 50 voters on, a step adds a fifth.
 */
export const disclosureSteps = stepsFrom(10, 20_000_000)

export const smallestDisclosureStep = disclosureSteps[0] ?? 10

/** If all of a state's voters chose alike, their number tells each one's choice: so many must not have chosen the leader. */
export const minOtherVoters = 2
/** From so many voters on, a state where fewer chose otherwise shows which choice leads clearly, without counts. */
export const minVotersOfClearLead = 20
/** The map of a poll colors a state from so many voters on, if the lead has so many points; otherwise it is hatched. */
export const minVotersOfColor = 100
export const minLeadOfColor = 10
/** The curve of a poll moves in steps of so many votes. */
export const votesPerCurveStep = 10

/** Common Ground computes groups of voters with at least so many votes in polls of the last days with at least so many votes. */
export const minVotesOfVoter = 5
export const minVotesOfPoll = 50
export const daysOfPolls = 180
/** Who leaves or joins Common Ground does so after so many days, so that nobody can change its figures to and fro. */
export const daysUntilChoiceCounts = 3

/** A group of Common Ground has at least so many people, and at least this share of all. */
export const smallestGroup = 30
export const smallestGroupShare = 0.1
/** The answer of a group to a poll is published if so many of its members voted there, and changes only once so many more have. */
export const minMembersInPoll = 30
export const minNewMembersInPoll = 10
/** The shares of a group come from counts that are rounded to this. */
export const sharesRoundedTo = 5
/** Published numbers of people are rounded down to this, so that no one sees a single person join or leave. */
export const roundedTo = 10
/** A cell of the map is published if it has so many people. */
export const smallestCell = 10
/** A comment is ranked by agreement after so many reactions by members of groups, and again after as many new ones. */
export const minReactionsOfComment = 10
/** A comment is valued across groups after so many likes in each of two groups. It stays so. */
export const minLikesOfGroup = 10
/** The line of Common Ground has people with at least so many votes. */
export const minVotesOnLine = 10
/**
 * Along the line, the answers of the first, middle and last third to a poll are published once each has so many people, and those of
 * ten steps once each step has.
 */
export const minAnswersOfPart = 30
/** The single ballots of a poll are published if it has so many votes. */
export const minVotesOfBallots = 20

/**
 * With how many of the counted accounts an attacker always learns how one other person chose or to which group they belong. With fewer,
 * they see the sum over the people left, which still tells each one's choice if all of those chose alike. Live totals of a poll are
 * not listed: they show each vote's choice, but not whose it is.
 */
export const accountsThatReveal = {
  /** All other voters of the step, or of what a step adds. */
  stateResult: smallestDisclosureStep - 1,
  /** All other voters of the step. */
  clearLead: minVotersOfClearLead - 1,
  /** All other votes of the step. */
  pollCurve: votesPerCurveStep - 1,
  /** The others of the ten whose votes let the answer of a group change. */
  groupAnswer: minNewMembersInPoll - 1,
  /** The others of the ten whose votes let the answers along the line change. */
  lineAnswer: minNewMembersInPoll - 1,
  /** The others of the ten whose reactions let the rank of a comment change. */
  commentRank: minReactionsOfComment - 1,
  /** All other likes in both groups. */
  valuedAcrossGroups: 2 * minLikesOfGroup - 1,
  /** All other people of a cell. */
  mapCell: smallestCell - 1,
  /** All other ballots. */
  ballots: minVotesOfBallots - 1,
}

function stepsFrom(first: number, last: number): number[] {
  const steps = [first]
  for (let step = first; step < last; steps.push(step)) step = 5 * Math.ceil(Math.max(step + 10, 1.2 * step) / 5)
  return steps
}
