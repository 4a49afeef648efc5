import { fullCount } from '@wtpu/contract/full-count'
import { type CommonGround, dividingPoints, type Line, type LinePoll } from '@wtpu/contract/common-ground'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { crossRule, ThirdShares, verdictText } from '#community/line/line-answers.tsx'
import { LineCurve } from '#community/line/line-curve.tsx'
import { QuestionCurve } from '#community/line/question-curve.tsx'
import { OwnThird } from './own-third.tsx'
import { PollLink } from './small/poll-link.tsx'
import { PollSection } from './poll-section.tsx'

const endNames = ['This end', 'That end'] as const

/** What people along the line agree and differ on. */
export function LineResults({ data: { line, polls, groups } }: { data: CommonGround }) {
  const sections = [
    {
      id: 'line-agree',
      title: groups.length > 0 ? 'Where all thirds agree' : 'Where we agree',
      note: 'A majority of each third chose the same answer.',
      polls: line.agree,
    },
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
  return (
    <>
      <Ends ends={line.ends} />
      <OwnThird />
      <p className="mt-3 mb-10 max-w-prose text-soft">
        Found in the answers of {fullCount(line.voters)} people to {fullCount(polls)} polls. {steadyText(line)} These
        people voted here. They are not a sample of the country.
      </p>
      {sections.map((section) => (
        <PollSection key={section.id} {...section} empty="No poll yet." listClass="flex flex-col gap-4">
          {(poll) => <QuestionCard poll={poll} />}
        </PollSection>
      ))}
      <WithoutVerdict line={line} />
    </>
  )
}

/** Why nothing is said about the other polls. */
function WithoutVerdict({ line }: { line: Line }) {
  const reasons = [
    { count: line.too_few, text: 'too few answered to say.' },
    { count: line.few_opinions, text: 'more than a third had no opinion.' },
    { count: line.without_verdict, text: 'none of our rules fits.' },
  ].filter(({ count }) => count > 0)
  if (reasons.length === 0) return null
  return (
    <p className="mb-12 max-w-prose text-soft">
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
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_16rem] md:items-center">
        <div>
          <h3 className="text-lg leading-snug">
            <PollLink id={poll.id}>{poll.question}</PollLink>
          </h3>
          <p className="mt-2 wrap-anywhere">{verdictText(poll)}</p>
          <ThirdShares poll={poll} option={poll.option} />
        </div>
        <div className="max-w-72">
          <LineCurve poll={poll} option={poll.option} small />
          <p className="text-sm text-soft">dotted: 50%</p>
        </div>
      </div>
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
