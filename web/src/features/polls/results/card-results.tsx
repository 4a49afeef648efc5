import type { Poll } from '@wtpu/contract/polls/polls'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, useState } from 'react'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'

const PollResults = lazyComponent(() => import('./poll-results.tsx').then((module) => module.PollResults))

/** Results in a collapsible section below the ballot, initially open. Used on the card of `/polls/{id}`. */
export function ResultsDisclosure({ poll }: { poll: Poll }) {
  const [open, setOpen] = useState(true)
  const id = useId()
  return (
    <div className="border-t border-line pt-1">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-11 items-center gap-2 font-semibold"
      >
        <ChevronDown
          aria-hidden
          className={classes('size-5 transition-transform duration-150', !open && '-rotate-90')}
        />
        Results
      </button>
      <div id={id} hidden={!open} className="pt-1">
        {open && <PollResults fallback={<ResultsSkeleton />} pollId={poll.id} bars={false} />}
      </div>
    </div>
  )
}

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
