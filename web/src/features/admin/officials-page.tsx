import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type OfficialsReport, type OfficialsState, sourceTitles } from '@wtpu/contract/site/officials'
import { openWords } from '@wtpu/contract/site/parts'
import { type ReactNode, useState } from 'react'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { passFocus } from '#lib/pass-focus.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useWrongFields } from '#ui/form/wrong-fields.tsx'
import { AdminRoom } from './room.tsx'
import { officialsQuery, useImportOfficials, useStopImport } from './api.ts'
import { type Chosen, OfficialsSources } from './officials-sources.tsx'
import { OfficialsReportView } from './officials-report.tsx'

const members = openWords([
  ['ratings', 'rate them'],
  ['letters', 'write to them'],
])

/** Imports officials: first a check that changes nothing, then the import of what it showed. */
export function OfficialsPage() {
  const state = useQuery(officialsQuery())
  if (state.error?.status === 404 && !state.data) return <StaffMissing />
  return (
    <AdminRoom
      title="Officials"
      lead={
        <>
          {members && `Members ${members}. `}A check shows what an import would change; nothing changes before you press
          “Import”.
        </>
      }
    >
      {state.data ? (
        <Loaded state={state.data} />
      ) : state.error ? (
        <ErrorState title="The officials could not be loaded" query={state} />
      ) : (
        <LoadingState label="Loading..." className={cardClass('p-4 sm:p-6')}>
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-5 w-3/4" />
          <Skeleton className="mt-8 h-40 w-full" />
        </LoadingState>
      )}
    </AdminRoom>
  )
}

function Loaded({ state }: { state: OfficialsState }) {
  const [chosen, setChosen] = useState<Chosen>({ from: 'network' })
  const run = useImportOfficials()
  const failure = useLastError(run)
  const [last, setLast] = useState<OfficialsReport>()
  // During a check or an import, the report of the last one stays, so that the page keeps its height.
  const report = run.isPending ? last : run.data
  const lacksFile = chosen.from === 'files' && !chosen.congress && !chosen.governors && !chosen.own
  const fields = useWrongFields({ own: lacksFile && 'Choose a file first.' })
  // The report is about what was chosen then.
  function choose(next: Chosen) {
    setChosen(next)
    fields.forget()
    if (run.isPending) return
    run.reset()
    setLast(undefined)
  }
  const start = (checked?: OfficialsReport) =>
    run.mutate(
      { ...chosen, checked },
      {
        onSuccess: (next) => {
          setLast(next)
          if (next.is_imported) toast({ title: 'Officials imported', variant: 'success' })
        },
        onError: () => setLast(undefined),
      },
    )
  return (
    <>
      <InOffice state={state} />
      <section aria-labelledby="import" className="mt-10">
        <h2 id="import" className="mb-4 text-2xl">
          Import
        </h2>
        <div className={cardClass('p-4 sm:p-6')}>
          <div {...fields.props}>
            <OfficialsSources chosen={chosen} error={fields.error('own')} disabled={run.isPending} onChoose={choose} />
          </div>
          <div className="mt-5">
            {state.running !== null && <Running line={state.running} />}
            {failure && <FormAlert pending={run.isPending}>{failure.message}</FormAlert>}
            <Button
              className={failure ? 'mt-4' : undefined}
              variant={report && !report.is_imported ? 'secondary' : 'primary'}
              loading={run.isPending && run.variables.checked === undefined}
              onClick={() => fields.check() && start()}
            >
              {report ? 'Check again' : 'Check'}
            </Button>
          </div>
        </div>
        <output className="sr-only">{report && titleOf(report)}</output>
        {report && (
          <Result report={report}>
            {!report.is_imported && countChanges(report) > 0 && (
              <Button
                loading={run.isPending && run.variables.checked !== undefined}
                disabled={run.isPending}
                onClick={() => start(report)}
              >
                Import
              </Button>
            )}
          </Result>
        )}
      </section>
    </>
  )
}

const countChanges = ({ sources }: OfficialsReport) =>
  sources.reduce((sum, { added, updated, ended }) => sum + added.length + updated.length + ended.length, 0)

function titleOf(report: OfficialsReport): string {
  if (report.is_imported) return 'Imported'
  const changes = countChanges(report)
  return changes === 0 ? 'Nothing would change' : `${fullCount(changes)} ${changes === 1 ? 'change' : 'changes'}`
}

function Result({ report, children }: { report: OfficialsReport; children: ReactNode }) {
  return (
    <section aria-labelledby="report" className={cardClass('mt-6 p-4 sm:p-6')}>
      <h3
        id="report"
        key={String(report.is_imported)}
        // The button that was pressed is gone.
        ref={report.is_imported ? takeFocus : undefined}
        tabIndex={-1}
        className="scroll-mt-20 text-xl outline-none"
      >
        {titleOf(report)}
      </h3>
      <OfficialsReportView report={report} />
      {report.is_imported ? (
        <p className="mt-6 flex flex-wrap gap-3">
          <Link to="/politicians" className={buttonClass()}>
            See the officials
          </Link>
          <Link to="/admin" className={buttonClass({ variant: 'secondary' })}>
            Back to Administration
          </Link>
        </p>
      ) : (
        <div className="mt-6">{children}</div>
      )}
    </section>
  )
}

function InOffice({ state: { in_office, last_import, photos } }: { state: OfficialsState }) {
  return (
    <section aria-labelledby="in-office">
      <h2 id="in-office" className="mb-4 text-2xl">
        In office
      </h2>
      <div className={cardClass('p-4 sm:p-6')}>
        {in_office.length === 0 ? (
          <p>The site has no officials yet. Import them below.</p>
        ) : (
          <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-2">
            {in_office.map(({ source, count }) => (
              <div key={source} className="contents">
                <dt>{sourceTitles[source]}</dt>
                <dd className="text-right font-semibold tabular-nums">{fullCount(count)}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className="mt-3 text-sm text-soft">
          {last_import === null ? (
            'Officials were never imported.'
          ) : (
            <>
              Last import: <RelativeTime at={last_import} preset="forum" />.
            </>
          )}{' '}
          {photos.all > 0 && `Photos: ${fullCount(photos.stored)} of ${fullCount(photos.all)} fetched.`}
        </p>
        {photos.stored < photos.all && (
          <>
            <ProgressBar className="mt-3" value={(photos.stored / photos.all) * 100} />
            <p className="mt-2 text-sm text-soft">
              Until a photo is fetched, the site shows initials. Each import tries those that are missing again.
            </p>
          </>
        )}
      </div>
    </section>
  )
}

function Running({ line }: { line: string }) {
  const stop = useStopImport()
  const failure = useLastError(stop)
  return (
    <div className="mb-4">
      <output className="font-semibold wrap-anywhere">{line}</output>
      <p className="text-sm text-soft">
        You can leave this page. What was started goes on until it is done or stopped.
      </p>
      {failure && <FormAlert pending={stop.isPending}>{failure.message}</FormAlert>}
      <Button
        ref={passFocus}
        variant="secondary"
        className="mt-3"
        loading={stop.isPending}
        onClick={() => stop.mutate(undefined)}
      >
        Stop
      </Button>
    </div>
  )
}
