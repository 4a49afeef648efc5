import { minCommonVotes } from '@wtpu/contract/roll-calls'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'

const id = 'how-computed'

/** Follows each figure about votes. The page must contain `HowComputed`. */
export function HowComputedLink() {
  return (
    <a href={`#${id}`} onClick={open} className="py-0.5 text-link inline-block text-sm">
      How this is computed
    </a>
  )
}

/** Before the browser scrolls there. */
function open(): void {
  document.getElementById(id)?.closest('details')?.setAttribute('open', '')
}

/** How the figures about votes come about, closed until somebody asks. */
export function HowComputed() {
  return (
    <Disclosure
      className="prose text-soft"
      title={
        <h2 id={`${id}-title`} className="text-xl text-ink">
          How this is computed
        </h2>
      }
    >
      <section id={id} tabIndex={-1} aria-labelledby={`${id}-title`} className="scroll-mt-24">
        <ul className="list-disc space-y-2 pl-5">
          <li>
            <strong>Took part</strong> means: voted yes, no, present or for a name. We compare it with all votes of the
            chamber in that time. “Not voting” is left out, and the records do not say why a member did not vote.
          </li>
          <li>
            <strong>Contested</strong> is a vote in which most members of one party voted yes and most of another voted
            no. A member voted with the own party where the member’s vote was that of most of the party. Who changed
            party is counted from then on. Members of no party have no such figure, and votes for a name are no part of
            it.
          </li>
          <li>
            <strong>Agreed</strong> compares your answers in polls about roll calls with the official’s votes of yes or
            no. Present and not voting are left out. Several polls about one roll call count once, with your newest
            answer. You answered before the vote if it was on a later day in Washington. Only you see it, and there is
            no percentage below {minCommonVotes} common votes.
          </li>
        </ul>
      </section>
    </Disclosure>
  )
}
