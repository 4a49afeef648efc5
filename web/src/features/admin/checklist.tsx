import { useLocation } from '@tanstack/react-router'
import type { SetupFacts } from '@wtpu/contract/site/on-demand/setup'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useState } from 'react'
import { useLastError } from '#lib/api/query-errors.ts'
import { classes } from '#lib/classes.ts'
import { takePlace } from '#lib/take-place.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useCloseSetup } from './api.ts'
import { openPlace } from '#ui/on-demand/folded.tsx'
import { steps, type StepDefinition } from './checklist-steps.tsx'

const countDone = (facts: SetupFacts) => steps.filter(({ isDone }) => isDone(facts)).length

/** The steps from an empty site to one with people. Each ticks itself; the list stays until an admin closes it for all. */
export function Checklist({ facts }: { facts: SetupFacts }) {
  const close = useCloseSetup()
  const failure = useLastError(close)
  // Empty pages link to their step, also after the list was closed.
  const hash = useLocation({ select: (location) => location.hash })
  if (facts.is_closed && !hash.startsWith('setup')) return null
  const done = countDone(facts)
  const next = steps.find(({ isDone }) => !isDone(facts))?.step
  return (
    <section aria-labelledby="setup" className="mb-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="setup" ref={takePlace} tabIndex={-1} className="scroll-mt-20 text-2xl">
          Set up this site
        </h2>
        <p className="text-soft tabular-nums">{progressOf(facts)}</p>
      </div>
      <p className="mt-1 max-w-prose text-soft">Only admins see it. What you did is kept.</p>
      <div aria-hidden className="mt-3 flex gap-1">
        {steps.map(({ step }, index) => (
          <span
            key={step}
            className={classes('h-2 flex-1 rounded forced-border', index < done ? 'bg-good' : 'bg-line')}
          />
        ))}
      </div>
      <ol className={cardClass('mt-3 divide-y divide-line overflow-clip')}>
        {steps.map((definition, index) => (
          <Step
            key={definition.step}
            {...definition}
            number={index + 1}
            isNext={definition.step === next}
            isLinked={hash === `setup-${definition.step}`}
            facts={facts}
          />
        ))}
      </ol>
      {!facts.is_closed && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3">
          <p className="min-w-0 flex-1 basis-48 text-sm text-soft">
            You can close this list at any time, for all admins. It stays under “State of the site”.
          </p>
          <Button variant="ghost" loading={close.isPending} onClick={() => close.mutate(true)}>
            Close the list
          </Button>
        </div>
      )}
      {failure && <FormAlert pending={close.isPending}>{failure.message}</FormAlert>}
    </section>
  )
}

const progressOf = (facts: SetupFacts) => `${countDone(facts)} of ${steps.length} done`

/** The row of the state of the site. */
export function ChecklistState({ facts }: { facts: SetupFacts }) {
  const open = useCloseSetup()
  const failure = useLastError(open)
  return (
    <>
      {progressOf(facts)}
      {facts.is_closed && (
        <>
          {' · '}
          <button
            ref={takePlace}
            type="button"
            className="text-link"
            aria-disabled={open.isPending}
            onClick={() => !open.isPending && open.mutate(false)}
          >
            Show the list again
          </button>
        </>
      )}
      {failure && <FormAlert pending={open.isPending}>{failure.message}</FormAlert>}
    </>
  )
}

/** Opens in place. The next step, and one that a link names, is open. */
function Step({
  step,
  title,
  content,
  isDone: isDoneBy,
  number,
  isNext,
  isLinked,
  facts,
}: StepDefinition & { number: number; isNext: boolean; isLinked: boolean; facts: SetupFacts }) {
  const isDone = isDoneBy(facts)
  const { text, action, body } = content(facts, isDone)
  const id = `setup-${step}`
  const opens = isNext || isLinked
  const [isOpen, setOpen] = useState(opens)
  // The list may come after the page, whose heading has the focus then.
  useEffect(() => {
    if (isLinked) openPlace(id)
  }, [isLinked, id])
  const [opened, setOpened] = useState(opens)
  if (opens !== opened) {
    setOpened(opens)
    if (opens) setOpen(true)
  }
  return (
    <li
      id={id}
      tabIndex={-1}
      className={classes('scroll-mt-20 focus-visible:-outline-offset-3', isNext && 'bg-tint/45')}
    >
      <details className="group" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-11 list-none items-center gap-3 px-4 py-1.5 [&::-webkit-details-marker]:hidden">
          <span
            aria-hidden
            className={classes(
              'grid size-8 shrink-0 place-items-center rounded-full border-2 font-semibold tabular-nums',
              isDone
                ? 'border-good bg-good-tint text-good'
                : isNext
                  ? 'border-brand bg-brand text-on-brand'
                  : 'border-edge',
            )}
          >
            {isDone ? <Check className="size-5" /> : number}
          </span>
          <h3 className="min-w-0 flex-1 text-lg leading-snug">
            {title}
            <span className="sr-only">{isDone ? ', done' : ', not done'}</span>
          </h3>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-soft group-open:rotate-180" />
        </summary>
        <div className="grid gap-3 px-4 pb-3">
          {text && <p className="max-w-prose text-soft wrap-anywhere">{text}</p>}
          {action && <div>{action}</div>}
          {body}
        </div>
      </details>
    </li>
  )
}
