import type { Poll, PollResults } from '@wtpu/contract/polls/polls'
import Download from 'lucide-react/icons/download'
import Link2 from 'lucide-react/icons/link-2'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import { copyLink } from '#community/copy-link.ts'
import { CopySentence } from '#community/copy-sentence.tsx'
import { resultsUrl, sharePoll } from '#features/polls/share-poll.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { pollSentence } from './sample-text.ts'

/** To share is the next act where the poll takes no answers any more. */
export function ShareButtons({ poll }: { poll: Poll }) {
  return (
    <>
      <Button variant={poll.is_closed ? 'primary' : 'secondary'} onClick={() => void sharePoll(poll)}>
        <Share2 aria-hidden className="size-4" /> Share
      </Button>
      <Button variant="secondary" onClick={() => void copyLink(resultsUrl(poll.id))}>
        <Link2 aria-hidden className="size-4" /> Copy link
      </Button>
    </>
  )
}

export function Actions({ results, countedAt }: { results: PollResults; countedAt: number }) {
  const { poll } = results
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <ShareButtons poll={poll} />
      <CopySentence variant="secondary" quote={(isOpenToAll) => pollSentence(results, { countedAt, isOpenToAll })} />
      <a href="#use" className={buttonClass({ variant: 'ghost' })}>
        <Download aria-hidden className="size-4" /> Use this result
      </a>
      <Button variant="ghost" onClick={() => window.print()}>
        <Printer aria-hidden className="size-4" /> Print
      </Button>
    </div>
  )
}
