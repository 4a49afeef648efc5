import { fullCount } from '@wtpu/contract/full-count'
import { type OfficialsReport, type SourceChanges, sourceTitles } from '@wtpu/contract/site/officials'
import { isOn } from '@wtpu/contract/site/parts'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'

/** What an import changed or would change, source by source, with the names behind each number. */
export function OfficialsReportView({ report }: { report: OfficialsReport }) {
  const without = report.states_without_governor ?? []
  return (
    <>
      {report.sources.map((changes) => (
        <Source key={changes.source} changes={changes} />
      ))}
      {without.length > 0 && (
        <Lines title={`States and territories without a governor: ${without.length}`} lines={without} />
      )}
    </>
  )
}

function Source({ changes }: { changes: SourceChanges }) {
  const { source, added, updated, unchanged, ended, skipped, notes } = changes
  const parts = [
    ['added', added.length],
    ['changed', updated.length],
    ['ended', ended.length],
    ['unchanged', unchanged],
  ] as const
  return (
    <div className="mt-4">
      <h4 className="font-semibold">{sourceTitles[source]}</h4>
      <p className="tabular-nums">{parts.map(([name, count]) => `${fullCount(count)} ${name}`).join(' · ')}</p>
      <Lines title="Added" lines={added} />
      <Lines title="Changed" lines={updated} />
      <Lines title={`Ended: no longer in office${isOn('ratings') ? ', ratings are kept' : ''}`} lines={ended} />
      <Lines title="Skipped: not in office" lines={skipped.map(({ who, reason }) => `${who}: ${reason}`)} />
      <Lines title={`Notes: ${notes.length}`} lines={notes} />
    </div>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <Disclosure title={title}>
      <ul className="gap-x-6 rounded-control bg-sunken p-3 text-sm sm:columns-2" translate="no">
        {[...new Set(lines)].map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
