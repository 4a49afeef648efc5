import { fullCount } from '@wtpu/contract/full-count'
import { type CommonGround, dividingPoints, type Line, type LinePoll } from '@wtpu/contract/common-ground'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { Folded } from '#ui/on-demand/folded.tsx'
import { crossRule, ThirdShares, verdictText } from '#community/line/line-answers.tsx'
import { QuestionCurve } from '#community/line/question-curve.tsx'
import { OwnThird } from './own-third.tsx'
import { PollLink } from './small/poll-link.tsx'
import { PollSection } from './poll-section.tsx'

const endNames = ['This end', 'That end'] as const

/** What people along the line agree on. Where groups agree, too, theirs comes first and this opens. */
export function LineAgreements({ data: { line, groups } }: { data: CommonGround }) {
  return (
    <PollSection
      id="line-agree"
      title={groups.length > 0 ? 'Where all thirds agree' : 'Where we agree'}
      note="A majority of each third chose the same answer."
      empty="No poll yet."
      polls={line.agree}
      isFolded={groups.length > 0}
    >
      {(poll) => <QuestionCard poll={poll} />}
    </PollSection>
  )
}

/** What people along the line differ on. */
export function LineDifferences({ data: { line } }: { data: CommonGround }) {
  const sections = [
    {
      id: 'line-differ',
      title: 'Where the ends differ',
      note: `The two ends lead with different answers. ${crossRule}`,
      polls: line.cross,
    },
    {
      id: 'line-one-side',
      title: 'One side’s matter',
      note: `A majority at one end, and at least ${dividingPoints} points fewer at the other.`,
      polls: line.one_side,
    },
    {
      id: 'line-unequal',
      title: 'Same side, unequal',
      note: `The same answer leads at both ends, but one answer has at least ${dividingPoints} points more at one end.`,
      polls: line.unequal,
    },
  ]
  return sections.map((section) => (
    <PollSection key={section.id} {...section} isFolded>
      {(poll) => <QuestionCard poll={poll} />}
    </PollSection>
  ))
}

/** The order, its ends, and where the viewer is. Beside groups it opens, as they do. */
export function LineStatement({ data: { line, polls, groups: found, has_gaps: hasGaps } }: { data: CommonGround }) {
  const groups = found.length > 0 && `${found.length} groups${hasGaps ? ' with gaps between them' : ''}`
  const statement = (
    <>
      <p className="mt-2 max-w-prose">
        By their answers, people can be put in an order, like books on a shelf
        {groups ? `, and they form ${groups}.` : '. We found no groups in it.'}
      </p>
      <Ends ends={line.ends} />
      <OwnThird />
      <p className="mt-3 max-w-prose text-soft">
        Found in the answers of {fullCount(line.voters)} people to {fullCount(polls)} polls. {steadyText(line)}
      </p>
      <WithoutVerdict line={line} />
    </>
  )
  if (groups) {
    return (
      <Folded id="found" title={`There is an order, and there are ${groups}`}>
        {statement}
      </Folded>
    )
  }
  return (
    <section aria-labelledby="found" className="my-5">
      <h2 id="found" className="text-2xl">
        There is an order. We found no groups.
      </h2>
      {statement}
    </section>
  )
}

/** Why nothing is said about the other polls. */
function WithoutVerdict({ line }: { line: Line }) {
  const reasons = [
    { count: line.too_few, text: 'too few answered to say.' },
    { count: line.few_opinions, text: 'more than a third had no opinion.' },
    { count: line.without_verdict, text: 'the answers fit none of our rules.' },
  ].filter(({ count }) => count > 0)
  if (reasons.length === 0) return null
  return (
    <p className="mt-3 max-w-prose text-soft">
      {reasons
        .map(({ count, text }) => `In ${fullCount(count)} ${count === 1 ? 'other poll' : 'other polls'}, ${text}`)
        .join(' ')}
    </p>
  )
}

/** How steady the order is, in words. */
const steadyText = ({ reliability }: Line) =>
  (reliability ?? 0) >= 0.8
    ? 'The order is steady: computed from one half of the polls, it is nearly the same as from the other half.'
    : 'The order is fairly steady: computed from one half of the polls, it is much like that from the other half.'

function Ends({ ends }: Pick<Line, 'ends'>) {
  return (
    <div className="my-5 grid gap-3 md:grid-cols-2">
      {ends.map((answers, end) => (
        // oxlint-disable-next-line react/no-array-index-key -- the ends never change order
        <p key={end} className="wrap-anywhere md:last:text-right">
          <b>{endNames[end]}</b>
          <br />
          <span className="text-soft">
            {answers.length === 0
              ? 'no answer is much more frequent here'
              : `typical answers: ${answers.map(({ option, question }) => `“${option}” (${question})`).join(', ')}`}
          </span>
        </p>
      ))}
    </div>
  )
}

function QuestionCard({ poll }: { poll: LinePoll }) {
  return (
    <>
      <h3 className="text-lg leading-snug">
        <PollLink id={poll.id}>{poll.question}</PollLink>
      </h3>
      <p className="mt-2 wrap-anywhere">{verdictText(poll)}</p>
      <ThirdShares poll={poll} option={poll.option} />
      <Disclosure
        title={
          <span>
            The curve of each answer<span className="sr-only">: {poll.question}</span>
          </span>
        }
        className="mt-2"
      >
        <div className="pt-3">
          <QuestionCurve poll={poll} />
        </div>
      </Disclosure>
    </>
  )
}
