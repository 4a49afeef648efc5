import type { SitePage } from '@wtpu/contract/site/site-pages'
import { Markdown } from '#community/markdown/markdown.tsx'
import { shortDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'

const wholeText = { characters: Infinity, lines: Infinity }

/** A text with its date, what changed and the earlier versions. */
export function WrittenText({ page, onVersion }: { page: SitePage; onVersion: (version: number) => void }) {
  const { text, current, versions } = page
  const newest = versions[0]
  if (!current || !newest) return null
  return (
    <>
      <p className="text-base">
        {current.version === newest.version ? 'Last changed' : `Version ${current.version}, which applied from`} on{' '}
        {shortDate(new Date(current.published_at))}.{current.what_changed && ` What changed: ${current.what_changed}`}
      </p>
      {current.version !== newest.version && (
        <Button variant="secondary" size="small" onClick={() => onVersion(newest.version)}>
          Show the version that applies now
        </Button>
      )}
      <Markdown isPage text={text} of="the page" foldTo={wholeText} className="text-base text-ink" />
      {versions.length > 1 && (
        <details className="text-base">
          <summary className="cursor-pointer py-2 font-semibold">All versions</summary>
          <ol className="divide-y divide-line">
            {versions.map(({ version, published_at, what_changed }) => (
              <li key={version} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <Button
                  variant="ghost"
                  size="small"
                  aria-pressed={version === current.version}
                  onClick={() => onVersion(version)}
                >
                  Version {version}
                </Button>
                <span>{shortDate(new Date(published_at))}</span>
                <span className="min-w-0 wrap-anywhere">{what_changed}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}
