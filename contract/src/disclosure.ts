/**
 * Disclosure control: what is published about groups of people, and from how many on. An attacker may own several of the accounts
 * that a figure counts; `accountsThatReveal` says with how many, in the worst case, a figure tells something about one other person.
 */

/**
 * Results of groups count established accounts only, which are this many days old and have a confirmed address. So new accounts reveal
 * nothing.
 */
export const establishedDays = 7

/**
 * Results of a state are published as of its 10th, 20th, 30th ... established voter and do not change between two steps. So no one
 * can derive one person's choice from the difference between two moments. From 50 voters on, a step adds a fifth.
 */
export const disclosureSteps = stepsFrom(10, 20_000_000)

export const smallestDisclosureStep = disclosureSteps[0] ?? 10

/**
 * If all people of a figure chose alike, their number tells each one's choice: this many of them, and at least such a share, must not have
 * chosen the leader, also among those whom each step adds.
 */
export const minOtherVoters = 5
export const minOtherShare = 0.1
/**
 * If a figure has at least this many people, and fewer chose otherwise, it says which choice leads clearly, "more than 80 %",
 * without counts.
 */
export const minVotersOfClearLead = 100
export const clearLead = 'leads clearly, more than 80%'

const othersNeeded = (people: number): number => Math.max(minOtherVoters, Math.ceil(minOtherShare * people))

/** Whether so few of these people did not choose the leader that their counts tell how single people chose. */
export function tellsChoices(counts: Iterable<number>): boolean {
  const all = [...counts]
  const people = all.reduce((sum, count) => sum + count, 0)
  return people - Math.max(0, ...all) < othersNeeded(people)
}
/** The map of a poll colors a state that has at least this many voters and a lead of at least this many points. It hatches others. */
export const minVotersOfColor = 100
export const minLeadOfColor = 10
/** The curve of a poll moves in steps of this many votes. */
export const votesPerCurveStep = 10

/** How voters came to a poll is published once it has this many votes, and again when ten and a fifth more were cast. */
export const minVotesOfArrivals = 50
/** Its shares are rounded to this, in percent. */
export const arrivalsRoundedTo = 10
/** What the order of the answers did is published once it was drawn for this many voters, in the same steps. */
export const minVotesOfOrder = 200
/** What the wording did is said from this many voters for whom each of the two was drawn, in the same steps. */
export const minVotesOfWording = 100

/** Common Ground computes groups of voters with at least this many votes in polls of the last days with at least this many votes. */
export const minVotesOfVoter = 5
export const minVotesOfPoll = 50
export const daysOfPolls = 180
/** Who leaves or joins Common Ground does so after so many days, so that nobody can change its figures to and fro. */
export const daysUntilChoiceCounts = 3

/** A group of Common Ground has at least this many people, and at least this share of all. */
export const smallestGroup = 30
export const smallestGroupShare = 0.1
/** The answer of a group to a poll is published if this many of its members voted there, and changes only once this many more have. */
export const minMembersInPoll = 30
export const minNewMembersInPoll = 10
/** The shares of a group come from counts that are rounded to this. */
export const sharesRoundedTo = 5
/** Published numbers of people are rounded down to this, so that no one sees a single person join or leave. */
export const roundedTo = 10
/** A cell of the map is published if it has this many people. */
export const smallestCell = 10
/** A comment is ranked by agreement after this many reactions by members of groups, and again after as many new ones. */
export const minReactionsOfComment = 10
/** A comment is valued across groups after this many likes in each of two groups. It stays so. */
export const minLikesOfGroup = 10
/** A reason is fair to a part of the people after this many of them judged it, and again after as many new judgements. */
export const minJudgementsOfPart = 10
/** The line of Common Ground has people with at least this many votes. */
export const minVotesOnLine = 10
/**
 * Along the line, the answers of the first, middle and last third to a poll are published once each has this many people, and those of
 * ten steps once each step has.
 */
export const minAnswersOfPart = 30
/** Each third needs this many where the order of people is less steady. */
export const minAnswersOfUnsteadyPart = 50
/** Votes of blocked accounts are taken out of a poll if there are this many. */
export const minVotesTakenOut = 10
/** The single ballots of a poll are published if it has this many votes. */
export const minVotesOfBallots = 20

/**
 * With how many of the counted accounts an attacker learns, in the worst case, how one other person chose or to which group they belong.
 * The worst case is that all others chose alike, and that the attacker knows who they are. 0: without any account, if all did.
 */
export const accountsThatReveal = {
  /** Those who must not have chosen the leader: then all others did. */
  stateResult: minOtherVoters,
  /** The same, also of all groups that are not shown, together. */
  listGroup: minOtherVoters,
  /** As many as may have chosen otherwise in the first step that has one: then nobody else did. */
  clearLead: othersNeeded(disclosureSteps.find((step) => step >= minVotersOfClearLead) ?? Infinity) - 1,
  /** The ten voters of a step may choose alike. */
  pollCurve: 0,
  /** The first fifty voters may choose alike, or the ten of a step. */
  arrivals: 0,
  /** The ten new voters between two changes may choose alike. Nobody knows who is in a group. */
  groupAnswer: 0,
  /** The ten new voters between two changes may choose alike. Nobody knows who is in a part. */
  lineAnswer: 0,
  /** Ten new reactions may be alike. */
  commentRank: 0,
  /** Ten new judgements of a part may be alike. */
  reasonShare: 0,
  /** Ten new judgements that are all alike move it. */
  fairAccount: 0,
  /** All other likes in both groups. */
  valuedAcrossGroups: 2 * minLikesOfGroup - 1,
  /** All other people of a cell. */
  mapCell: smallestCell - 1,
  /** All ballots may be alike. */
  ballots: 0,
  /** All others that are taken out together. */
  votesTakenOut: minVotesTakenOut - 1,
  /** They show each vote and each one that is taken back. */
  liveTotals: 0,
  /** Nobody else answers in the polls within the hour. */
  waitedAnswers: 0,
  /** All others of the ten that move the number. */
  numbersInTens: roundedTo - 1,
}

function stepsFrom(first: number, last: number): number[] {
  const steps = [first]
  for (let step = first; step < last; steps.push(step)) step = 5 * Math.ceil(Math.max(step + 10, 1.2 * step) / 5)
  return steps
}
