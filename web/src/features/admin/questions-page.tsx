import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { maxQueued, questionHour, type QuestionQueue } from '@wtpu/contract/polls/on-demand/question-queue'
import Vote from 'lucide-react/icons/vote'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { toListPage } from '#lib/api/pages.ts'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { clockTime, shortDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { SearchField } from '#ui/form/search-field.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Done } from '#ui/on-demand/done.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import {
  openPollsQuery,
  questionQueueQuery,
  useMoveQuestion,
  useQueueQuestion,
  useUnqueueQuestion,
} from './questions-api.ts'
import { AdminRoom } from './room.tsx'

type Question = QuestionQueue['queue'][number]

/** The questions of the next days. */
export function QuestionsPage() {
  const state = useQuery(questionQueueQuery())
  if (state.error?.status === 404 && !state.data) return <StaffMissing />
  return (
    <AdminRoom
      title="Questions"
      lead={`Each day at ${questionHour} in the morning, by the clocks of the site, the first of these polls becomes the question of the day, which members see first on Home. At most ${maxQueued} wait. A poll that ends before its turn drops out.`}
    >
      {state.data ? (
        <Loaded {...state.data} />
      ) : state.error ? (
        <ErrorState title="The questions could not be loaded" query={state} />
      ) : (
        <LoadingState label="Loading..." className={cardClass('p-4 sm:p-6')}>
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-5 w-3/4" />
        </LoadingState>
      )}
    </AdminRoom>
  )
}

function Loaded({ today, queue }: QuestionQueue) {
  const [done, setDone] = useState({ key: 0, text: '' })
  const say = (text: string) => setDone(({ key }) => ({ key: key + 1, text }))
  const [add, move, remove] = [useQueueQuestion(), useMoveQuestion(), useUnqueueQuestion()]
  const failure = [useLastError(add), useLastError(move), useLastError(remove)].find(Boolean)
  const isPending = add.isPending || move.isPending || remove.isPending
  return (
    <>
      <p className="mb-6">
        Today:{' '}
        {today ? (
          <PollLink {...today} />
        ) : (
          'none was chosen. Home shows members the newest poll that they have not answered.'
        )}
      </p>
      <section aria-labelledby="queue">
        <h2 id="queue" className="mb-3 text-2xl">
          The next ones
        </h2>
        {done.text !== '' && (
          <div className="mb-3">
            <Done key={done.key}>{done.text}</Done>
          </div>
        )}
        {failure && (
          <div className="mb-3">
            <FormAlert pending={isPending}>{failure.message}</FormAlert>
          </div>
        )}
        {queue.length === 0 ? (
          <EmptyState icon={<Vote />} title="No question waits">
            Find an open poll below and add it.
          </EmptyState>
        ) : (
          <ol aria-label="Questions that wait" className={cardClass('divide-y divide-line')}>
            {queue.map((question, index) => (
              <Row key={question.id} question={question} place={index + 1}>
                {(['up', 'down'] as const).map((direction) => (
                  <MoveButton
                    key={direction}
                    question={question}
                    place={index + 1}
                    direction={direction}
                    isLast={index === (direction === 'up' ? 0 : queue.length - 1)}
                    onMove={() => move.mutateAsync({ id: question.id, direction })}
                  />
                ))}
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Remove: ${question.question}`}
                  loading={remove.isPending && remove.variables === question.id}
                  onClick={() => remove.mutate(question.id, { onSuccess: () => say(`Removed: ${question.question}`) })}
                >
                  Remove
                </Button>
              </Row>
            ))}
          </ol>
        )}
      </section>
      <AddQuestion
        isFull={queue.length >= maxQueued}
        chosen={new Set([...queue, ...(today ? [today] : [])].map(({ id }) => id))}
        adding={add.isPending ? add.variables : undefined}
        onAdd={({ id, question }) =>
          add.mutate(id, { onSuccess: (after) => say(`Added as number ${after.queue.length}: ${question}`) })
        }
      />
    </>
  )
}

const PollLink = ({ id, question }: { id: number; question: string }) => (
  <Link to="/polls/{-$pollId}" params={{ pollId: String(id) }} className="text-link">
    {question}
  </Link>
)

function Row({ question, place, children }: { question: Question; place?: number; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-6">
      <p dir="auto" className="min-w-0 flex-1 basis-60 wrap-anywhere">
        {place !== undefined && `${place}. `}
        <PollLink {...question} />
        {question.closes_at !== null && (
          <span className="block text-sm text-soft">
            Closes {shortDate(new Date(question.closes_at))}, {clockTime(new Date(question.closes_at))}
          </span>
        )}
      </p>
      <span className="flex flex-wrap gap-2">{children}</span>
    </li>
  )
}

/** Keeps the focus in its new place, where browsers drop it, and says which place that is. */
function MoveButton({
  question: { question },
  place,
  direction,
  isLast,
  onMove,
}: {
  question: Question
  place: number
  direction: 'up' | 'down'
  isLast: boolean
  onMove: () => Promise<unknown>
}) {
  const button = useRef<HTMLButtonElement>(null)
  const [movedTo, setMovedTo] = useState<number>()
  useEffect(() => {
    if (movedTo === place) button.current?.focus()
  }, [movedTo, place])
  const move = async () => {
    if (isLast) return
    await onMove()
    setMovedTo(direction === 'up' ? place - 1 : place + 1)
  }
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="small"
        aria-label={`Move ${direction}: ${question}`}
        aria-disabled={isLast || undefined}
        title={isLast ? `It is the ${direction === 'up' ? 'first' : 'last'}.` : undefined}
        onClick={() => void move().catch(() => undefined)}
      >
        {direction === 'up' ? 'Up' : 'Down'}
      </Button>
      <output className="sr-only">{movedTo === place && `Number ${place} now`}</output>
    </>
  )
}

function AddQuestion({
  isFull,
  chosen,
  adding,
  onAdd,
}: {
  isFull: boolean
  chosen: ReadonlySet<number>
  adding: number | undefined
  onAdd: (poll: Question) => void
}) {
  const [q, setQ] = useState('')
  const search = useDebouncedSearch(q, q, setQ)
  const found = useQuery({ ...openPollsQuery(q), placeholderData: keepPreviousData })
  const polls = found.data && toListPage(found.data).results.filter(({ id }) => !chosen.has(id))
  return (
    <section aria-labelledby="add" className="mt-10">
      <h2 id="add" className="mb-3 text-2xl">
        Add an open poll
      </h2>
      {isFull && <p className="mb-3">{maxQueued} questions wait. Remove one to add another.</p>}
      <SearchField
        placeholder="Words of the question"
        value={search.text}
        onChange={search.change}
        clearable
        className="mb-3"
      />
      {!polls ? (
        found.error ? (
          <ErrorState title="The polls could not be loaded" query={found} />
        ) : (
          <Skeleton className="h-40" />
        )
      ) : polls.length === 0 ? (
        <p className="text-soft">No open poll found.</p>
      ) : (
        <ul aria-label="Open polls" className={cardClass('divide-y divide-line')}>
          {polls.map((poll) => (
            <Row key={poll.id} question={poll}>
              {!isFull && (
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Add: ${poll.question}`}
                  loading={adding === poll.id}
                  onClick={() => onAdd(poll)}
                >
                  Add
                </Button>
              )}
            </Row>
          ))}
        </ul>
      )}
    </section>
  )
}
