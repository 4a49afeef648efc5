import type { Poll } from '@wtpu/contract/polls/polls'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { Code, Download, Link2 } from 'lucide-react'
import { copyLink } from '#community/copy-link.ts'
import { pathOf } from '#lib/api/request.ts'
import { Button } from '#ui/button.tsx'
import { embedCode } from './embed-code.ts'

/** What other sites and newsrooms need to show a poll: its link, its embed code, and its totals as files. */
export function ReusePoll({ poll }: { poll: Poll }) {
  const params = { id: poll.id }
  // Results are public, so plain links work without an access token.
  const files = [
    { name: 'CSV', href: pathOf(downloadPollTotals, { params }) },
    { name: 'JSON', href: pathOf(getPollTotals, { params }) },
  ]
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1 border-t border-line pt-3">
      <Button
        variant="ghost"
        size="small"
        className="-mx-3"
        onClick={() => void copyLink(`${window.location.origin}/polls/${poll.id}`)}
      >
        <Link2 aria-hidden className="size-4" /> Copy link
      </Button>
      <Button
        variant="ghost"
        size="small"
        className="-mx-3"
        onClick={() =>
          void copyLink(embedCode(window.location.origin, poll), {
            title: 'Embed code copied',
            description: 'Paste it into the HTML of your page.',
          })
        }
      >
        <Code aria-hidden className="size-4" /> Copy embed code
      </Button>
      {files.map(({ name, href }) => (
        <a
          key={name}
          href={href}
          download={`wtpu-poll-${poll.id}.${name.toLowerCase()}`}
          className="text-link flex min-h-11 items-center gap-2 text-sm font-semibold"
        >
          <Download aria-hidden className="size-4" />
          <span aria-hidden>{name}</span>
          <span className="sr-only">Download totals ({name})</span>
        </a>
      ))}
    </div>
  )
}
