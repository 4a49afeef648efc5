import { maxUnits } from '@wtpu/contract/characters'
import { type Circle, circleLimits, exampleOfList, type ListReport } from '@wtpu/contract/circles/on-demand/circles'
import { fullCount } from '@wtpu/contract/full-count'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useState } from 'react'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { backLinkClass, Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useWrongFields } from '#ui/form/wrong-fields.tsx'
import { FileField } from '../file-field.tsx'
import { circleQuery, useChangeCircle, useDeleteCircle, useReplaceList } from './api.ts'
import { NewPaper } from './new-paper.tsx'
import { PaperCard } from './paper-card.tsx'
import { peopleOf } from './rules.ts'

/** The list of a circle, who keeps it, and its ballot papers. */
export function CirclePage({ id }: { id: number }) {
  const state = useQuery(circleQuery(id))
  if (state.error?.status === 404 && !state.data) return <StaffMissing />
  return (
    <div className="page min-h-dvh max-w-4xl">
      <Link to="/admin/circles/{-$circleId}" params={{ circleId: undefined }} className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" />
        Circles
      </Link>
      <h1 className="mt-1 mb-4 wrap-anywhere">{state.data?.name ?? 'Circle'}</h1>
      {state.data ? (
        <Loaded circle={state.data} />
      ) : state.error ? (
        <ErrorState title="The circle could not be loaded" query={state} />
      ) : (
        <LoadingState label="Loading..." className={cardClass('mt-6 p-4 sm:p-6')}>
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-5 w-3/4" />
        </LoadingState>
      )}
    </div>
  )
}

function Loaded({ circle }: { circle: Circle }) {
  const [created, setCreated] = useState<number>()
  return (
    <>
      <section aria-labelledby="list" className="mt-8">
        <h2 id="list" className="mb-4 text-2xl">
          List
        </h2>
        <div className={cardClass('p-4 sm:p-6')}>
          <p>
            {peopleOf(circle.rows)}
            {circle.struck > 0 && `, and ${fullCount(circle.struck)} struck, who stay counted`}.
          </p>
          <Groups groups={circle.groups} />
          <NewList key={circle.id} id={circle.id} />
        </div>
      </section>
      <section aria-labelledby="papers" className="mt-10">
        <h2 id="papers" tabIndex={-1} className="mb-4 text-2xl outline-none">
          Ballot papers
        </h2>
        {circle.papers.length === 0 && (
          <p className="text-soft">There is no ballot paper yet.{circle.is_admin && ' Write the first one below.'}</p>
        )}
        <div className="grid gap-4">
          {circle.papers.map(({ id, title }) => (
            <PaperCard key={id} id={id} title={title} isAdmin={circle.is_admin} isNew={id === created} />
          ))}
        </div>
      </section>
      {circle.is_admin && (
        <>
          <NewPaper circle={circle.id} onCreated={setCreated} />
          <Settings circle={circle} />
        </>
      )}
    </>
  )
}

function Groups({ groups }: Pick<ListReport, 'groups'>) {
  if (groups.length === 0) return null
  return <p className="text-sm text-soft">{groups.map(({ name, rows }) => `${name}: ${fullCount(rows)}`).join(', ')}</p>
}

/** A check that changes nothing, and then the list that it showed. */
function NewList({ id }: { id: number }) {
  const [file, setFile] = useState<File>()
  const fields = useWrongFields({ file: !file && 'Choose a file first.' })
  const run = useReplaceList(id)
  const failure = useLastError(run)
  const { data: report } = run
  const sent = run.isPending ? run.variables : undefined
  const start = (check: boolean) => fields.check() && file && run.mutate({ file, check })
  return (
    <div {...fields.props} className="mt-5 grid justify-items-start gap-3">
      <FileField
        label="New list"
        hint={`A CSV or Excel file with the column email or code, and optionally name, id and group. For example: ${exampleOfList.split('\n').slice(0, 2).join(' / ')}`}
        accept=".csv,.xlsx,text/csv"
        disabled={run.isPending}
        error={fields.error('file')}
        onFiles={([chosen]) => {
          setFile(chosen)
          fields.forget()
          if (!run.isPending) run.reset()
        }}
      />
      {failure && <FormAlert pending={run.isPending}>{failure.message}</FormAlert>}
      <div aria-live="polite">{report && <Report report={report} />}</div>
      <p className="flex flex-wrap gap-3">
        {report && !report.is_applied && (
          <Button loading={sent?.check === false} onClick={() => start(false)}>
            {sent?.check === false ? 'Replacing...' : 'Replace the list'}
          </Button>
        )}
        <Button variant="secondary" loading={sent?.check === true} onClick={() => start(true)}>
          {sent?.check === true ? 'Checking...' : report ? 'Check again' : 'Check'}
        </Button>
      </p>
    </div>
  )
}

function Report({ report }: { report: ListReport }) {
  const { is_applied: isApplied, doubled, unusable, late_ballots: late } = report
  const lines = [
    `${fullCount(report.new)} new, ${fullCount(report.changed)} changed, ${fullCount(report.unchanged)} as before.`,
    report.addressed > 0 &&
      `${report.addressed === 1 ? '1 row gets' : `${fullCount(report.addressed)} rows get`} an address, to which ballot papers that are open are mailed.`,
    report.readdressed > 0 &&
      `${report.readdressed === 1 ? '1 row gets' : `${fullCount(report.readdressed)} rows get`} another address. Ballot papers that are open are mailed to it, and links that were mailed before end. Who has answered keeps the answer.`,
    report.gone > 0 &&
      `${fullCount(report.gone)} not on the new list: ${fullCount(report.struck)} of them have a ballot, so they are struck and stay counted.`,
    doubled.count > 0 &&
      `${fullCount(doubled.count)} doubled: ${doubled.first.map(({ line, first }) => `line ${line} as line ${first}`).join(', ')}${doubled.count > doubled.first.length ? ' and others' : ''}.`,
    unusable.count > 0 && `${fullCount(unusable.count)} unusable:`,
  ].filter((line) => line !== false)
  return (
    <div>
      <h3
        key={String(isApplied)}
        ref={isApplied ? takeFocus : undefined}
        tabIndex={-1}
        className="scroll-mt-20 text-xl outline-none"
      >
        {isApplied ? 'The list was replaced' : `The new list has ${peopleOf(report.rows)}`}
      </h3>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <ul className="list-disc pl-6 text-sm wrap-anywhere">
        {unusable.first.map(({ line, reason }) => (
          <li key={line}>
            Line {line}: {reason}
          </li>
        ))}
      </ul>
      <Groups groups={report.groups} />
      {late > 0 && (
        <p className="font-semibold">
          {isApplied ? 'New people got' : 'New people will get'}{' '}
          {late === 1
            ? '1 late ballot of a paper that is open'
            : `${fullCount(late)} late ballots of papers that are open`}
          .
        </p>
      )}
    </div>
  )
}

function Settings({ circle: { id, name, reply_to: replyTo, keepers, papers } }: { circle: Circle }) {
  const [stored] = useState({
    name,
    reply_to: replyTo ?? '',
    keepers: keepers.map(({ username }) => username).join(', '),
  })
  const form = useForm(useChangeCircle(id), {
    empty: stored,
    keeps: true,
    check: (values) => ({
      name: values.name.trim() === '' && fillIn,
      keepers:
        namesIn(values.keepers).length > circleLimits.keepers &&
        `A circle can have at most ${circleLimits.keepers} keepers.`,
    }),
    input: (values) => ({
      name: values.name,
      reply_to: values.reply_to.trim() || null,
      keepers: namesIn(values.keepers),
    }),
    onSuccess: () => toast({ title: 'Saved', variant: 'success' }),
  })
  return (
    <section aria-labelledby="settings" className="mt-10">
      <h2 id="settings" className="mb-4 text-2xl">
        Name and keepers
      </h2>
      <form {...form.props} className={cardClass('grid gap-4 p-4 sm:p-6')}>
        <TextField label="Name" {...form.text('name')} maxLength={maxUnits(circleLimits.name)} />
        <TextField
          label="Keepers"
          hint="Usernames. Keepers can replace the list and send reminders. Each ballot names them."
          {...form.text('keepers')}
        />
        <TextField
          label="Address for replies"
          hint="Who replies to a ballot mail writes to this address."
          inputMode="email"
          {...form.text('reply_to')}
        />
        {form.alert}
        <p className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary" loading={form.isPending}>
            Save
          </Button>
          {papers.every(({ sent_at: sentAt }) => sentAt === null) && <DeleteCircle id={id} name={name} />}
        </p>
      </form>
    </section>
  )
}

const namesIn = (text: string) => text.split(/[\s,]+/).filter(Boolean)

function DeleteCircle({ id, name }: { id: number; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const remove = useDeleteCircle(id)
  const navigate = useNavigate()
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Delete the circle
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Delete the circle “${name}”?`}
        description="Its list and its drafts are deleted, too."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        onConfirm={async () => {
          await remove.mutateAsync()
          await navigate({ to: '/admin/circles/{-$circleId}', params: { circleId: undefined } })
        }}
      />
    </>
  )
}
