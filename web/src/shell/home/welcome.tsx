import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import type { PartName } from '@wtpu/contract/site/part-names'
import { districtCount } from '@wtpu/contract/districts'
import { stateName } from '@wtpu/contract/states'
import { useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useState, type ReactNode } from 'react'
import { DistrictSettings } from '#features/accounts/settings/district-form.tsx'
import { SuggestedConnections } from '#features/boiler-room/sidebar/sidebar-sections.tsx'
import { ComparedWithYou } from '#features/politicians/mine/compared-with-you.tsx'
import { MyPoliticianRows } from '#features/politicians/mine/home-section.tsx'
import { useMyVotes } from '#features/polls/core/my-votes.ts'
import { classes } from '#lib/classes.ts'
import { readPendingAnswer, settleAnswer } from '#lib/session/pending-answer.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { showWelcome } from '#lib/welcome.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { PollsInTurn } from './polls-in-turn.tsx'

const pollsToAnswer = 5
const stepCounts = ['', 'A small step makes', 'Two small steps make', 'Three small steps make'] as const

interface Step {
  part?: PartName
  title: string
  why: string
  /** What has been done. Undefined before. */
  done: string | undefined
  content: ReactNode
}

/** Up to three steps after the registration, in place of Today. Each can be skipped, and none comes back. */
export function Welcome({ step: current }: { step: number }) {
  const firstName = useSession()?.profile?.first_name
  const steps = useSteps()
  const [hasMoved, setMoved] = useState(false)

  function show(next: number) {
    setMoved(true)
    showWelcome(next <= steps.length ? next : 0)
    // What became of the answer at the top has been seen, so Today comes in place of both.
    if (next > steps.length && !readPendingAnswer()) settleAnswer(undefined)
  }
  return (
    <section aria-labelledby="welcome" className="frame max-w-[44rem] py-6 md:py-12">
      <h2 id="welcome" className="text-3xl wrap-anywhere">
        Welcome{firstName && <>, {<bdi translate="no">{firstName}</bdi>}</>}
      </h2>
      <p className="mt-1 mb-5 text-soft">
        {stepCounts[steps.length]} this place yours. Skip what you like; they do not come back.
      </p>
      <ol className={cardClass('divide-y divide-line')}>
        {steps.map(({ title, why, done, content }, index) => {
          const number = index + 1
          const isCurrent = number === current
          return (
            <li key={title} aria-current={isCurrent ? 'step' : undefined} className="p-4 md:px-6 md:py-5">
              <div className="flex items-center gap-3">
                <Mark isCurrent={isCurrent} isDone={done !== undefined}>
                  {number}
                </Mark>
                <div className="min-w-0">
                  <h3
                    ref={isCurrent && hasMoved ? takeFocus : undefined}
                    tabIndex={-1}
                    className="text-xl wrap-anywhere outline-none"
                  >
                    {(!isCurrent && done) || title}
                  </h3>
                  {(isCurrent || number > current) && <p className="text-sm text-soft">{why}</p>}
                </div>
              </div>
              {isCurrent && (
                <div className="mt-4">
                  {content}
                  <Button variant={done ? 'primary' : 'ghost'} className="mt-4" onClick={() => show(number + 1)}>
                    {number === steps.length ? 'Done' : done ? 'Next' : 'Skip'}
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <div className="mt-3 text-center">
        <Button variant="ghost" onClick={() => show(steps.length + 1)}>
          Close all, go to Today
        </Button>
      </div>
    </section>
  )
}

function Mark({ isCurrent, isDone, children }: { isCurrent: boolean; isDone: boolean; children: number }) {
  return (
    <span
      aria-hidden
      className={classes(
        'flex size-8 shrink-0 items-center justify-center rounded-full border-2 font-semibold',
        isCurrent
          ? 'border-accent bg-brand text-on-brand'
          : isDone
            ? 'border-good bg-good-tint text-good'
            : 'border-edge',
      )}
    >
      {isDone && !isCurrent ? <Check className="size-4" /> : children}
    </span>
  )
}

function useSteps(): Step[] {
  const { data: account } = useQuery(accountQuery())
  const answers = useMyVotes().size
  // Officials of a town do not vote in Congress.
  const isCompared = isOn('roll-calls') && !site.local
  const [allPeople, setAllPeople] = useState(false)
  const { state = null, district = null } = account ?? {}
  const place =
    state !== null && (district !== null || districtCount(state) === 1)
      ? `${stateName(state)}${district === null ? '' : `, district ${district}`}`
      : undefined
  const all: Step[] = [
    {
      part: 'officials',
      title: site.local ? 'Your representatives' : 'Your district',
      why: 'So that you see who represents you',
      done: site.local ? 'Your representatives' : place && `Your district: ${place}`,
      content: site.local ? (
        <MyPoliticianRows />
      ) : (
        <>
          <DistrictSettings />
          {place !== undefined && (
            <>
              <h4 className="mt-5 mb-2 font-semibold">Your representatives</h4>
              <MyPoliticianRows />
            </>
          )}
        </>
      ),
    },
    {
      title: 'Answer five polls',
      why: isCompared ? 'So that we can compare you with your representatives' : 'So that your voice counts',
      done: answers >= pollsToAnswer ? 'Five answers' : undefined,
      content: (
        <>
          <p className="mb-3 text-soft tabular-nums">
            {Math.min(answers, pollsToAnswer)} of {pollsToAnswer} answered
          </p>
          <PollsInTurn tiedFirst={isCompared} />
          {/* Fetched again after each answer. */}
          {isCompared && answers >= pollsToAnswer && <ComparedWithYou key={answers} />}
        </>
      ),
    },
    {
      part: 'boiler-room',
      title: 'Follow three people',
      why: 'So that your feed is not empty',
      done: undefined,
      content: (
        <SuggestedConnections
          findingPeople={false}
          onPeopleFound={() => undefined}
          allPeople={allPeople}
          onAllPeople={setAllPeople}
        />
      ),
    },
  ]
  return all.filter(({ part }) => isOn(part))
}
