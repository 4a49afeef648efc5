import { type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listOwnBallots } from '@wtpu/contract/circles/on-demand/ballots'
import type { Output } from '@wtpu/contract/endpoint'
import Mail from 'lucide-react/icons/mail'
import { type ApiFailure, query } from '#lib/api/api.ts'
import { fullDate } from '#lib/dates.ts'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { paperHash } from './ballot-key.ts'

type OwnBallots = Output<typeof listOwnBallots>

/** Refetched on focus: the viewer may have answered by the link of the mail. */
export const ownBallotsQuery = () => query(listOwnBallots, {}, { meta: { own: true }, refetchOnWindowFocus: 'always' })

/** The open ballot papers that invite the viewer's mailbox. */
export function ForYou({ ballots }: { ballots: UseQueryResult<OwnBallots, ApiFailure> }) {
  if (!ballots.data) return <ErrorState title="Your ballots could not be loaded" query={ballots} />
  return (
    <ul className={cardClass('divide-y divide-line p-1')}>
      {ballots.data.map(({ paper, title, circle, closes_at: closesAt, questions, answered }) => (
        <li key={paper}>
          <Link
            to="/ballot"
            hash={paperHash(paper)}
            className="flex flex-wrap items-start gap-3 rounded-control px-3 py-3 hover:bg-sunken"
          >
            <span
              aria-hidden
              className="flex size-9 shrink-0 items-center justify-center rounded-full bg-tint text-accent"
            >
              <Mail className="size-5" />
            </span>
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              <strong>{title}</strong>
              <span className="block text-sm text-soft">
                You are on the list “{circle}”. It closes on {fullDate(closesAt)}.{' '}
                {answered > 0 && `You have answered ${answered === questions ? 'it' : `${answered} of ${questions}`}.`}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
