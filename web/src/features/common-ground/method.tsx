import { commonGroundShare, dividingPoints, minReliability } from '@wtpu/contract/common-ground'
import {
  daysOfPolls,
  daysUntilChoiceCounts,
  establishedDays,
  minAnswersOfPart,
  minMembersInPoll,
  minVotesOfPoll,
  minVotesOfVoter,
  minVotesOnLine,
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
      <h3 className="mt-6 text-xl">The line</h3>
      <p className="mt-2">
        Often there are no groups, but an order: the first principal component of the votes of people with at least{' '}
        {minVotesOnLine} votes. In each poll, people are ordered by their answers to the other polls, in ten folds. It
        is called a line only if votes that were shuffled show nothing alike, and if random halves of the polls give
        nearly the same order: a rank reliability 2r ÷ (1 + r) of at least {minReliability}, where r is Spearman’s
        correlation.
      </p>
      <p className="mt-3">
        Those who answered a poll are split into three equal parts in that order. A poll is common ground if the same
        option has at least {commonGroundShare}% in each third, after chance is allowed for as above. The ends differ if
        they lead with different options, each {dividingPoints} points ahead of the other end, more than chance explains
        over all polls (Newcombe; Benjamini and Hochberg). It is one side’s matter if one end chose an option with{' '}
        {commonGroundShare}% or more, and the other with less and {dividingPoints} points fewer. Otherwise, nothing is
        said. Curves have ten parts, with the interval of Wilson and a gray band: p ± 2.81 √(p(1 − p) ÷ n · (N − n) ÷ (N
        − 1)).
      </p>
      <h3 className="mt-6 text-xl">What it does not show</h3>
      <ul className="mt-2 list-disc pl-5">
        <li>These are the people who voted here. They are not a sample of the country.</li>
        <li>Groups are a simplification: near a border between two of them, people could be in either.</li>
        <li>A third of a line is a cut through an order without gaps. Most people are between the ends.</li>
        <li>What is common ground depends on which polls were asked.</li>
        <li>
          To protect people, the answer of a group to a poll is shown once {minMembersInPoll} of its members voted
          there, percentages come from counts that are rounded to {sharesRoundedTo}, numbers of people are rounded down
          to {roundedTo}, and results change at most once an hour. The parts of the line need {minAnswersOfPart} people
          each, and those of a poll change together. Only you can see in which group or third you are.
        </li>
      </ul>
    </section>
  )
}
