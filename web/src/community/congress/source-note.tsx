import type { RollCallSource } from '@wtpu/contract/roll-calls'
import { shortDate } from '#lib/dates.ts'
import { ShortDate } from '#ui/relative-time.tsx'

/** Where roll calls come from, when they were imported, and how to cite the source. */
export function SourceNote({ source }: { source: RollCallSource }) {
  const { name, citation, date, url, official_url: officialUrl } = source
  return (
    <section aria-label="Source" className="text-sm text-soft">
      <p>
        Source:{' '}
        {url === null ? (
          name
        ) : (
          <a href={url} className="text-link">
            {name}
          </a>
        )}
        , imported <ShortDate at={date}>{shortDate(new Date(date))}</ShortDate>.{' '}
        {officialUrl !== null && (
          <a href={officialUrl} className="text-link">
            Official record
          </a>
        )}
      </p>
      <p className="mt-1 max-w-prose wrap-anywhere">{citation}</p>
    </section>
  )
}
