import { type UseQueryResult } from '@tanstack/react-query'
import { listOwnBallots } from '@wtpu/contract/circles/on-demand/ballots'
import type { Output } from '@wtpu/contract/endpoint'
import Mail from 'lucide-react/icons/mail'
import { NewsList, NewsRow } from '#community/news-row.tsx'
import { type ApiFailure, query } from '#lib/api/api.ts'
import { fullDate } from '#lib/dates.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { paperHash } from './ballot-key.ts'

type OwnBallots = Output<typeof listOwnBallots>

/** Refetched on focus: the viewer may have answered by the link of the mail. */
export const ownBallotsQuery = () => query(listOwnBallots, {}, { meta: { own: true }, refetchOnWindowFocus: 'always' })

/** The open ballot papers that invite the viewer's mailbox. */
export function ForYou({ ballots }: { ballots: UseQueryResult<OwnBallots, ApiFailure> }) {
  if (!ballots.data) return <ErrorState title="Your ballots could not be loaded" query={ballots} />
  return (
    <NewsList>
      {ballots.data.map(({ paper, title, circle, closes_at: closesAt, questions, answered }) => (
        <li key={paper}>
          <NewsRow path={`/ballot#${paperHash(paper)}`} icon={Mail}>
            <strong>{title}</strong>
            <span className="block text-sm text-soft">
              You are on the list “{circle}”. It closes on {fullDate(closesAt)}.{' '}
              {answered > 0 && `You have answered ${answered === questions ? 'it' : `${answered} of ${questions}`}.`}
            </span>
          </NewsRow>
        </li>
      ))}
    </NewsList>
  )
}
