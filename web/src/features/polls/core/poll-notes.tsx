import { fewAnswers } from '@wtpu/contract/few-answers'
import type { Poll } from '@wtpu/contract/polls/polls'
import { lazyComponent } from '#ui/lazy-component.tsx'

// Few polls have it.
const ResultsNote = lazyComponent(() => import('../card/results-note.tsx').then((module) => module.ResultsNote))

/** What stands below the options. `canAnswer`: the viewer has not answered yet. */
export function PollNotes({ poll, canAnswer = false }: { poll: Poll; canAnswer?: boolean }) {
  return (
    <>
      {(poll.results_hidden || (poll.quorum ?? poll.eligible) != null) && <ResultsNote poll={poll} />}
      {canAnswer && poll.total_votes < fewAnswers && !poll.results_hidden && (
        <p className="text-sm text-soft">Few have answered. Others may be able to tell who chose what.</p>
      )}
    </>
  )
}
