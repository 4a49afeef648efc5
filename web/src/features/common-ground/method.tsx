import { commonGroundShare, dividingPoints, minReliability, mostAlike, mostHabit } from '@wtpu/contract/common-ground'
import {
  daysOfPolls,
  daysUntilChoiceCounts,
  establishedDays,
  minAnswersOfPart,
  minAnswersOfUnsteadyPart,
  minMembersInPoll,
  minVotesOfPoll,
  minVotesOfVoter,
  minVotesOnLine,
  roundedTo,
  sharesRoundedTo,
  smallestGroup,
} from '@wtpu/contract/disclosure'
import { Term } from '#community/small/term.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { Folded } from '#ui/on-demand/folded.tsx'

/** Says how Common Ground is computed and what it does not show. */
export function Method() {
  return (
    <Folded id="method" title="How it is computed">
      <p>
        We look at votes and at nothing else about people: not at party, state or age. You are counted if you have at
        least {minVotesOfVoter} votes in polls of the last {daysOfPolls} days. These polls need {minVotesOfPoll} votes
        each. Your account must be {establishedDays} days old, with a confirmed email. Answers such as “Not sure” are
        left out. You can leave in your settings. Leaving and coming back take {daysUntilChoiceCounts} days, so that
        nobody can learn anything from the difference.
      </p>
      <p className="mt-3">
        A computer puts people who vote alike close together. Many who are close form a group: at least {smallestGroup}{' '}
        people, and a tenth of all. We show groups only if they are clearer than chance. Their letters and colors mean
        nothing.
      </p>
      <p className="mt-3">
        Everyone weighs the same, however many polls they answered. Accounts that give the same answers nearly always
        count as one, because one person or one program may be behind them. If the order is mostly that some people take
        the first answer more often, we say only that.
      </p>
      <p className="mt-3">
        Often there are no groups, but an order, like books on a shelf. We call it a line if half of the polls gives
        nearly the same order as the other half.
      </p>
      <p className="mt-3">
        A poll is common ground if the same option leads in every group, or in every third of the line, with at least{' '}
        {commonGroundShare}%. This must hold at the lower end of the <Term name="Interval">interval</Term>, too: with
        few people, a share has to be higher.
      </p>
      <h3 className="mt-6 text-xl">What it does not show</h3>
      <ul className="mt-2 list-disc pl-5">
        <li>These are the people who voted here. They are not a sample of the country.</li>
        <li>Groups are a simplification: near a border between two of them, people could be in either.</li>
        <li>A third of a line is a cut through an order. Most people are between the ends.</li>
        <li>A group of fewer than a tenth of the people shows neither as a group nor in the thirds.</li>
        <li>
          Groups are found from all polls, also from the one that you look at. In the order, people have the place that
          their answers to other polls give them.
        </li>
        <li>We say nothing about a poll in which more than a third had no opinion.</li>
        <li>What is common ground depends on which polls were asked.</li>
        <li>
          We show a group’s answer when {minMembersInPoll} of its members voted and some of them chose otherwise than
          most. We round: shares to {sharesRoundedTo} people, group sizes down to {roundedTo}. Results change at most
          once an hour. Each part of the line needs {minAnswersOfPart} people. If the order is less steady, each third
          needs {minAnswersOfUnsteadyPart}. Only you can see in which group or third you are.
        </li>
      </ul>
      <Disclosure title="For experts" className="mt-6">
        <p className="mt-2">
          Groups: principal components, then k-means with two to five clusters. They are reported only if they are
          clearer than in votes that were shuffled, and than in evenly spread points. We say that there are gaps if it
          is so between each two groups: people are counted in equal parts of the way between both centers. Of those in
          the middle and around the center that has fewer, at most a third are in the middle, also at the upper end of
          the interval. A group whose members give the same answer in more than {100 * mostAlike}% of cases is none.
          Nothing is said about groups if one is far more alike than the others, and there is a line without it and none
          with it. A group keeps its letter as long as its people stay together.
        </p>
        <p className="mt-3">
          Of accounts with the same answer in 95% of at least 8 common polls, one counts, if at least four accounts do
          so, and more than give the same answer in 80 to 95%. Accounts that take the first answer clearly more often
          than others are left out, if they are more than 5%, and twice as many as avoid it. In the order, everyone’s
          answers have the same weight. A component is a habit if positions have a rank correlation above {mostHabit}{' '}
          with the share of first answers, and first answers lie at the same end nearly equally far in all polls.
        </p>
        <p className="mt-3">The agreement of the groups on an option is the product over all groups of</p>
        <p className="my-3 text-center font-serif text-lg">(members who chose it + 1) ÷ (members who voted + 2)</p>
        <p>
          as in Polis. It is high only if many in every group chose the option: a large group cannot outvote a small
          one. Common ground needs the lower bound of the one-sided 95% interval (Wilson) at {commonGroundShare}%: 77%
          of 30 members, 69% of 100, 66% of 200. A poll divides if two groups lead with different answers, and each of
          these has {dividingPoints} points more in its own group than in the other.
        </p>
        <p className="mt-3">
          The line is the first principal component of the votes of people with at least {minVotesOnLine} votes. In each
          poll, people are ordered by their answers to the other polls, in ten folds. It is a line only if votes that
          were shuffled show nothing alike, and if random halves of the polls have a rank reliability 2r ÷ (1 + r) of at
          least {minReliability}, where r is Spearman’s correlation.
        </p>
        <p className="mt-3">
          Those who answered a poll are split into three equal parts in that order. The ends differ if they lead with
          different options, each with {dividingPoints} points more than at the other end, more than chance explains
          over all polls (Newcombe; Benjamini and Hochberg). It is one side’s matter if one end chose an option with{' '}
          {commonGroundShare}% or more, and the other with less and {dividingPoints} points fewer. The sides are the
          same but unequal if one option leads at both ends, and some option differs by {dividingPoints} points, more
          than chance explains. Too few answered to say if such a difference is neither shown nor ruled out. Curves have
          ten parts, with the interval of Wilson and a gray band: p ± 2.81 √(p(1 − p) ÷ n · (N − n) ÷ (N − 1)).
        </p>
      </Disclosure>
    </Folded>
  )
}
