import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Output } from '@wtpu/contract/endpoint'
import { answerBallot, type Ballot } from '@wtpu/contract/circles/on-demand/ballots'
import type { Reveal } from '@wtpu/contract/circles/reveals'
import { type ReactNode, useId, useState } from 'react'
import { type ApiFailure, call, urlKey } from '#lib/api/api.ts'
import { fullDate } from '#lib/dates.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { useForm } from '#ui/form/on-demand/use-form.tsx'
import { Done } from '#ui/on-demand/done.tsx'
import { type BallotKey, ballotQueryKey } from './ballot-key.ts'

type Question = Ballot['questions'][number]
type Answered = Output<typeof answerBallot>
/** The chosen option of each poll. */
type Picks = Record<string, number>

const none: Picks = {}
const noQuestion = 'Choose an answer to at least one question.'

/** The questions of a ballot paper, what became of the answers, and how to change them. */
export function BallotForm({ ballot, by }: { ballot: Ballot; by: BallotKey }) {
  const { questions, state, changeable, closes_at: closesAt } = ballot
  const [answered, setAnswered] = useState<Answered>()
  const [isChanging, setChanging] = useState(false)
  const left = questions.filter(({ is_answered: isAnswered }) => !isAnswered)
  const asked = isChanging ? questions : left

  if (state === 'closed') {
    return (
      <>
        <p>This ballot closed on {fullDate(closesAt)}.</p>
        <Results ballot={ballot} />
      </>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      {answered && !isChanging && <Counted ballot={ballot} answered={answered} />}
      {!answered && left.length === 0 && !isChanging && (
        <p>You have answered all questions. {!changeable && 'Answers are final.'}</p>
      )}
      {asked.length > 0 && (
        <Questions
          key={asked.length}
          ballot={ballot}
          by={by}
          questions={asked}
          takesFocus={isChanging}
          onAnswered={(sent) => {
            setAnswered(sent)
            setChanging(false)
          }}
        />
      )}
      {changeable && left.length < questions.length && !isChanging && (
        <div>
          <p className="text-soft">You can change your answers until {fullDate(closesAt)}. The last ones count.</p>
          <Button variant="secondary" className="mt-3" onClick={() => setChanging(true)}>
            Change my answers
          </Button>
        </div>
      )}
    </div>
  )
}

interface QuestionsProps {
  ballot: Ballot
  by: BallotKey
  questions: readonly Question[]
  takesFocus: boolean
  onAnswered: (answered: Answered) => void
}

function Questions({ ballot, by, questions, takesFocus, onAnswered }: QuestionsProps) {
  const queryClient = useQueryClient()
  const sendOnce = useIdempotencyKey('ballot')
  const answer = useMutation<Answered, ApiFailure, Picks>({
    mutationFn: (picks) => {
      const answers = Object.entries(picks).map(([poll, option]) => ({ poll: Number(poll), option }))
      return sendOnce({ by, answers }, (key) => call(answerBallot, { body: { ...by, answers, idempotency_key: key } }))
    },
    onSuccess: (sent) => {
      const done = new Set(sent.answers.map(({ poll }) => poll))
      queryClient.setQueryData<Ballot>(ballotQueryKey(by), (before) => before && withAnswers(before, done))
      if ('paper' in by)
        for (const path of ['/api/ballots/', '/api/polls/my-votes/'])
          void queryClient.invalidateQueries({ queryKey: urlKey(path) })
      onAnswered(sent)
    },
  })
  const [first] = questions
  const form = useForm(answer, {
    empty: none,
    fields: [String(first?.poll)],
    check: (picks) => ({ [String(first?.poll)]: Object.keys(picks).length === 0 && noQuestion }),
    input: (picks) => picks,
  })
  const isOne = questions.length === 1
  const missing = questions.length - Object.keys(form.values).length
  return (
    <form {...form.props} className="flex flex-col gap-7">
      {takesFocus && (
        <h2 ref={takeFocus} tabIndex={-1} className="text-2xl outline-none">
          Change your answers
        </h2>
      )}
      {questions.map((question, index) => (
        <Choice
          key={question.poll}
          question={question}
          number={questions.length > 1 ? index + 1 : undefined}
          picked={form.values[question.poll]}
          error={form.error(String(question.poll))}
          onPick={(option) => form.edit({ [question.poll]: option }, [String(first?.poll)])}
        />
      ))}
      {form.alert}
      <div>
        <Button type="submit" size="large" loading={form.isPending}>
          {form.isPending ? 'Sending...' : isOne ? 'Send My Answer' : 'Send My Answers'}
        </Button>
        <p className="mt-3 text-soft">
          {ballot.changeable
            ? `You can change ${isOne ? 'it' : 'them'} until the close.`
            : `Then ${isOne ? 'it is' : 'they are'} final.`}{' '}
          {missing > 0 && missing < questions.length && 'You can leave out questions.'}
        </p>
      </div>
    </form>
  )
}

function withAnswers(ballot: Ballot, done: ReadonlySet<number>): Ballot {
  const questions = ballot.questions.map((question) =>
    done.has(question.poll) ? { ...question, is_answered: true } : question,
  )
  const isUsed = !ballot.changeable && questions.every(({ is_answered: isAnswered }) => isAnswered)
  return { ...ballot, questions, state: isUsed ? 'used' : ballot.state }
}

interface ChoiceProps {
  question: Question
  number: number | undefined
  picked: number | undefined
  error: ReactNode
  onPick: (option: number) => void
}

function Choice({
  question: { question, options, is_answered: isAnswered },
  number,
  picked,
  error,
  onPick,
}: ChoiceProps) {
  const name = useId()
  return (
    <fieldset aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="mb-2 text-lg font-semibold wrap-anywhere">
        {number !== undefined && `${number}. `}
        {question}
      </legend>
      {isAnswered && (
        <p className="mb-2 text-sm text-soft">You have answered this. A new answer replaces the last one.</p>
      )}
      <div className="grid gap-2">
        {options.map((option, index) => (
          <label
            key={option.id}
            className="flex min-h-13 cursor-pointer items-center gap-3 rounded-control border border-edge bg-surface px-3 py-2 leading-snug wrap-anywhere hover:bg-sunken has-checked:border-accent has-checked:bg-tint"
          >
            <input
              type="radio"
              name={name}
              checked={picked === option.id}
              onChange={() => onPick(option.id)}
              data-invalid={error && index === 0 ? '' : undefined}
              className="size-4 shrink-0 accent-accent"
            />
            {option.text}
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="mt-2 text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  )
}

function Counted({ ballot, answered }: { ballot: Ballot; answered: Answered }) {
  const questionOf = new Map(ballot.questions.map(({ poll, question }) => [poll, question]))
  return (
    <div className="flex flex-col gap-4">
      <Done>{answered.answers.length === 1 ? 'Your answer is counted.' : 'Your answers are counted.'}</Done>
      <section>
        <h2 className="text-xl">Your receipt</h2>
        <p className="mt-1 text-soft">After the close, you find your answer in the published ballots by its number.</p>
        <dl className="mt-3 flex flex-col gap-3">
          {answered.answers.map(({ poll, ballot: number }) => (
            <div key={poll}>
              <dt className="text-sm text-soft wrap-anywhere">{questionOf.get(poll)}</dt>
              <dd className="font-mono wrap-anywhere" translate="no">
                {number}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Results ballot={ballot} />
    </div>
  )
}

/** When results of an open ballot are shown. */
const hidden: Record<Exclude<Reveal, 'always'>, string> = {
  at_close: 'Results are shown when the ballot closes.',
  when_published: 'Results are shown after the close, when the organizers publish them.',
}

function Results({ ballot: { reveal, state, questions } }: { ballot: Ballot }) {
  if (reveal !== 'always' && state !== 'closed') return <p className="text-soft">{hidden[reveal]}</p>
  return (
    <ul className="mt-4 flex flex-col gap-2">
      {questions.map(({ poll, question }) => (
        <li key={poll}>
          <Link
            to="/results/$pollId"
            params={{ pollId: String(poll) }}
            className={questions.length > 1 ? 'inline-block py-1 text-link' : buttonClass({ variant: 'secondary' })}
          >
            See the results{questions.length > 1 && `: ${question}`}
          </Link>
        </li>
      ))}
    </ul>
  )
}
