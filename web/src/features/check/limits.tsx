import { minVotesOfBallots } from '@wtpu/contract/disclosure'
import type { Poll } from '@wtpu/contract/polls/polls'
import { downloadBallots, getPollSeal, listTallyLog, tallyKeyPath } from '@wtpu/contract/tally/tally'
import { Term } from '#community/small/term.tsx'
import { pathOf } from '#lib/api/request.ts'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import type { Wording } from './api.ts'

interface LimitsProps {
  id: number
  poll: Poll | undefined
  /** If this poll has the wording that is drawn for the viewer. */
  wording: Wording | undefined
}

/** How a check works, what it does not prove, and how to do it without this page. */
export function Limits({ id, poll, wording }: LimitsProps) {
  const params = { id }
  const files = [
    ...(poll?.is_closed && poll.total_votes >= minVotesOfBallots
      ? [{ name: 'Ballots (CSV)', href: pathOf(downloadBallots, { params }) }]
      : []),
    ...(poll?.is_closed ? [{ name: 'Seal (JSON)', href: pathOf(getPollSeal, { params }) }] : []),
    { name: 'Tally log (JSON)', href: listTallyLog.url },
    { name: 'Public key (JSON)', href: tallyKeyPath },
  ]
  return (
    <section aria-labelledby="limits" className="prose mt-14 border-t border-line pt-8">
      <h2 id="limits" className="text-2xl sm:text-3xl">
        How it works
      </h2>
      <p className="mt-3">
        Each vote gets a random number that only its voter sees. Within a minute after a poll has closed, its ballots
        are <Term name="Seal">sealed</Term>: what was counted is signed and added to a public log. Each entry of the log
        depends on the one before, so nobody can change a result later without changing the log. Your browser remembers
        how the log looked when you last checked.
      </p>
      <Disclosure title="For experts">
        <p className="mt-2">
          One hash of all ballots, numbers and options only (the root of a Merkle tree, RFC 6962), and the counts are
          signed, with a hash of the question and the options. Each entry of the log contains the hash of the one
          before.
        </p>
      </Disclosure>
      <h3 className="mt-6 text-xl">What it does not prove</h3>
      <ul className="mt-2 list-disc pl-5">
        <li>
          That each ballot is a different citizen. It shows that the ballots were counted correctly, not who cast them.
        </li>
        <li>That nothing was changed before the poll was sealed. You can notice it if you look for your own ballot.</li>
        <li>
          That your number is yours alone. A dishonest server could show one number to two people who voted alike, and
          add a ballot that nobody cast. Only people who compare their numbers can notice that.
        </li>
        <li>
          That your vote stays secret if you show your number. Anyone who knows your ballot number can see your vote.
        </li>
        <li>
          That what stands beside the result is unchanged: the description of the poll, its category and its tie to
          Congress, the quorum, the name and the groups of a list, the times, and our sentences. No seal covers them.
        </li>
        <li>
          That this page is honest. It comes from the same server as the ballots. If you doubt it, use the script below.
        </li>
      </ul>
      <p className="mt-3">Of polls with fewer than {minVotesOfBallots} votes, only the counts are sealed.</p>
      <h3 className="mt-6 text-xl">Check it without this page</h3>
      <p className="mt-2">With the source code of this site and Node, and nothing else:</p>
      <p className="mt-2 rounded-control bg-sunken px-3.5 py-2.5">
        <code translate="no" className="font-mono text-sm wrap-anywhere">
          node scripts/check-poll.mjs {window.location.origin}/polls/{id}
          {wording && ` --wording ${wording.voter}:${wording.keyHash}`}
        </code>
      </p>
      {wording && (
        <p className="mt-2">
          The last two numbers are your receipt for the wording: for whom it was drawn, and a hash of the key that drew
          it. The seal publishes the key.
        </p>
      )}
      <ul className="mt-3 flex flex-wrap gap-x-5">
        {files.map(({ name, href }) => (
          <li key={name}>
            <a href={href} className="text-link flex min-h-11 items-center font-semibold">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
