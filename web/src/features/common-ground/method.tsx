import { commonGroundShare, dividingPoints } from '@wtpu/contract/common-ground'
import {
  daysOfPolls,
  daysUntilChoiceCounts,
  establishedDays,
  minMembersInPoll,
  minVotesOfPoll,
  minVotesOfVoter,
  roundedTo,
  sharesRoundedTo,
  smallestGroup,
} from '@wtpu/contract/disclosure'

/** Says how Common Ground is computed and what it does not show. */
export function Method() {
  return (
    <section aria-labelledby="method" className="prose mt-14 border-t border-line pt-8">
      <h2 id="method" className="text-2xl sm:text-3xl">
        How it is computed
      </h2>
      <p className="mt-3">
        We look at nothing but votes: no party, state, age or anything else about people. Everyone with at least{' '}
        {minVotesOfVoter} votes in polls of the last {daysOfPolls} days that have at least {minVotesOfPoll} votes takes
        part once the account is {establishedDays} days old and its email confirmed, unless they left the computation in
        their settings. Options of no opinion, such as “Not sure”, are left out. Leaving and coming back take{' '}
        {daysUntilChoiceCounts} days, so that nobody can read anything from the difference.
      </p>
      <p className="mt-3">
        A computer places people who vote alike close together (principal components), and looks for two to five
        clusters (k-means). A cluster is a group if it has at least {smallestGroup} people and a tenth of all. Groups
        are reported only if they are clearer than in votes that were shuffled, and than in opinions that differ by
        degrees only. Letters and colors mean nothing; a group keeps its letter as long as its people stay together.
      </p>
      <p className="mt-3">The agreement of the groups on an option is the product over all groups of</p>
      <p className="my-3 text-center font-serif text-lg">(members who chose it + 1) ÷ (members who voted + 2)</p>
      <p>
        as in Polis. It is high only if many in every group chose the option: a large group cannot outvote a small one.
        A poll is common ground if the same option leads in every group with at least {commonGroundShare}%, also after
        chance is allowed for (the lower bound of the one-sided 95% interval, by Wilson): 77% of 30 members, 69% of 100,
        66% of 200. It divides if the leading options of two groups differ, and both by at least {dividingPoints}{' '}
        points.
      </p>
      <h3 className="mt-6 text-xl">What it does not show</h3>
      <ul className="mt-2 list-disc pl-5">
        <li>These are the people who voted here. They are not a sample of the country.</li>
        <li>Groups are a simplification: near a border between two of them, people could be in either.</li>
        <li>What is common ground depends on which polls were asked.</li>
        <li>
          To protect people, the answer of a group to a poll is shown once {minMembersInPoll} of its members voted
          there, percentages come from counts that are rounded to {sharesRoundedTo}, numbers of people are rounded down
          to {roundedTo}, and results change at most once an hour. Nobody but you can see in which group you are.
        </li>
      </ul>
    </section>
  )
}
