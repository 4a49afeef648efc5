import type { Poll } from '@wtpu/contract/polls/polls'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'

const PollResults = lazyComponent(() => import('./poll-results.tsx').then((module) => module.PollResults))

/** Only the card of `/polls/{id}` has it. */
export const ResultsDisclosure = lazyComponent(() =>
  import('./poll-results.tsx').then((module) => module.ResultsDisclosure),
)

/** Opens the results in a dialog, so the list does not shift. Used on every other card. */
export function PollResultsButton({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        aria-haspopup="dialog"
        // Negative margins align the label, not the button's edge, with the card's text.
        className="-mx-3 -my-1.5"
        {...PollResults.preloadHandlers}
        onClick={() => setOpen(true)}
      >
        Results <span className="sr-only">of {poll.question}</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Poll Results" wide>
        <h3 lang={poll.lang ?? undefined} className="mb-2 text-xl leading-snug">
          {poll.question}
        </h3>
        <PollResults fallback={<ResultsSkeleton />} pollId={poll.id} />
      </Dialog>
    </>
  )
}
