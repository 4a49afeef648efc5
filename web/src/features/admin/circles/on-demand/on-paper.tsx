import type { Paper } from '@wtpu/contract/circles/on-demand/papers'
import {
  type Entered,
  enterSheet,
  listSheets,
  printSheets,
  type sheetRows,
  type Sheets,
} from '@wtpu/contract/circles/on-demand/sheets'
import { fullCount } from '@wtpu/contract/full-count'
import type { Input } from '@wtpu/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, query } from '#lib/api/api.ts'
import { useLastError } from '#lib/api/query-errors.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField, TextField } from '#ui/form/fields.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useChange } from '../../use-change.ts'
import { peopleOf } from '../rules.ts'
import { type Layout, layouts, pagesOf, PrintedSheets, type PageSize, pageSizes } from './printed-sheets.tsx'

const sheetsQuery = (id: number) => query(listSheets, { params: { id } }, { staleTime: 0 })

/** Sheets to print, and those that came back. */
export function OnPaper({ paper }: { paper: Paper }) {
  const state = useQuery(sheetsQuery(paper.id))
  if (state.error && !state.data) return <ErrorState title="The sheets could not be loaded" query={state} />
  if (!state.data)
    return (
      <LoadingState label="Loading...">
        <Skeleton className="h-5 w-48" />
      </LoadingState>
    )
  return (
    <div className="mt-2 grid gap-6">
      {!paper.is_closed && (
        <>
          <Print paper={paper} sheets={state.data} />
          <Enter paper={paper} sheets={state.data} />
        </>
      )}
      <Uncounted paper={paper} sheets={state.data} />
    </div>
  )
}

type Rows = (typeof sheetRows)[number]
const nameOfRows: Record<Rows, string> = {
  without_address: 'People without an address',
  refused: 'People whose mail was refused',
  all: 'Everyone on the list',
}
const isKey = <K extends string>(names: Record<K, string>, value: string): value is K => value in names

function Print({ paper, sheets: { questions } }: { paper: Paper; sheets: Sheets }) {
  const { id, without_address: without, refused } = paper
  const [rows, setRows] = useState<Rows>(without > 0 ? 'without_address' : refused > 0 ? 'refused' : 'all')
  const [layout, setLayout] = useState<Layout>('slips')
  const [size, setSize] = useState<PageSize>('letter')
  const print = useChange((body: Input<typeof printSheets>['body']) => call(printSheets, { params: { id }, body }))
  const failure = useLastError(print)
  const { data, variables } = print
  return (
    <section className="grid justify-items-start gap-3">
      <h4 className="text-lg font-semibold">Print sheets</h4>
      <p className="text-sm">
        Who has a sheet can answer with it. The public log of moderation says who printed how many. Links in mails and
        codes of the list stay as they are.
      </p>
      <div className="flex flex-wrap gap-3">
        <SelectField
          label="For"
          value={rows}
          onChange={({ target }) => {
            if (isKey(nameOfRows, target.value)) setRows(target.value)
            print.reset()
          }}
        >
          {options(nameOfRows)}
        </SelectField>
        <SelectField
          label="Sheets"
          value={layout}
          onChange={({ target }) => isKey(layouts, target.value) && setLayout(target.value)}
        >
          {options(layouts)}
        </SelectField>
        <SelectField
          label="Paper"
          value={size}
          onChange={({ target }) => isKey(pageSizes, target.value) && setSize(target.value)}
        >
          {options(pageSizes)}
        </SelectField>
      </div>
      {failure && <FormAlert pending={print.isPending}>{failure.message}</FormAlert>}
      {data && (
        <p key={variables?.after} ref={takeFocus} tabIndex={-1} className="outline-none">
          {data.sheets.length === 0
            ? 'There is nobody to print for.'
            : `Sheets for ${peopleOf(data.sheets.length)} are ready${layout === 'slips' ? `, on ${fullCount(pagesOf(data.sheets.length))} ${data.sheets.length > 8 ? 'pages' : 'page'}` : ''}. They are not kept here: print them now.`}
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        {data && data.sheets.length > 0 && <Button onClick={() => window.print()}>Print</Button>}
        {data && data.next !== null && (
          <Button
            variant="secondary"
            loading={print.isPending}
            onClick={() => print.mutate({ rows, after: data.next ?? undefined })}
          >
            Make the next sheets
          </Button>
        )}
        {!data && (
          <Button variant="secondary" loading={print.isPending} onClick={() => print.mutate({ rows })}>
            Make the sheets
          </Button>
        )}
      </p>
      {data && <PrintedSheets paper={paper} questions={questions} sheets={data.sheets} layout={layout} size={size} />}
    </section>
  )
}

const options = (names: Record<string, string>) =>
  Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))

const outcomes: Record<Entered['state'], (code: string) => string> = {
  counted: (code) => `The sheet ${code} is counted.`,
  waits: (code) => `The sheet ${code} waits for a second person, who enters it, too.`,
  differs: (code) => `The two entries of the sheet ${code} differ. Both people enter it again.`,
}

function Enter({ paper: { id, two_people: needsTwo }, sheets: { questions } }: { paper: Paper; sheets: Sheets }) {
  const [empty] = useState(() => Object.fromEntries([['code', ''], ...questions.map(({ poll }) => [`${poll}`, ''])]))
  const [entered, setEntered] = useState<Entered[]>([])
  const last = entered.at(-1)
  const answersOf = (values: Record<string, string>) =>
    questions.flatMap(({ poll }) => (values[poll] ? [{ poll, option: Number(values[poll]) }] : []))
  const enter = useChange((body: Input<typeof enterSheet>['body']) => call(enterSheet, { params: { id }, body }))
  const form = useForm(enter, {
    empty,
    check: (values) => ({
      code: values['code']?.trim() === '' && fillIn,
      [String(questions[0]?.poll)]:
        answersOf(values).length === 0 && 'Choose what was ticked, at least in one question.',
    }),
    input: (values) => ({ code: values['code'] ?? '', answers: answersOf(values) }),
    onSuccess: (done) => setEntered((before) => [...before, done]),
  })
  return (
    <section className="grid gap-3">
      <h4 className="text-lg font-semibold">Enter a sheet that came back</h4>
      {needsTwo && <p className="text-sm">A sheet is counted once two people have entered the same.</p>}
      {last && (
        <p key={entered.length} ref={focus} tabIndex={-1} className="font-semibold outline-none">
          {outcomes[last.state](last.code)}
        </p>
      )}
      <form {...form.props} className="grid justify-items-start gap-3">
        <TextField
          label="Code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          {...form.text('code')}
        />
        {questions.map(({ poll, question, options: all }) => (
          <SelectField key={poll} label={question} className="w-full" {...form.text(String(poll))}>
            <option value="">Nothing ticked</option>
            {all.map((option) => (
              <option key={option.id} value={option.id}>
                {option.text}
              </option>
            ))}
          </SelectField>
        ))}
        {form.alert}
        <Button type="submit" loading={form.isPending}>
          Enter
        </Button>
      </form>
    </section>
  )
}

const focus = (element: HTMLElement | null) => element?.focus()

function Uncounted({
  paper: { is_closed: isClosed },
  sheets: { waiting, by_viewer: own, different },
}: {
  paper: Paper
  sheets: Sheets
}) {
  if (waiting === 0 && different.length === 0) return isClosed ? <p>Every sheet that was entered is counted.</p> : null
  const sheetsOf = (count: number) => `${fullCount(count)} ${count === 1 ? 'sheet' : 'sheets'}`
  return (
    <section className="grid gap-2">
      <h4 className="text-lg font-semibold">Not counted{!isClosed && ' yet'}</h4>
      {waiting > 0 && (
        <p>
          {sheetsOf(waiting)} with one entry.{' '}
          {own > 0 && `You made ${fullCount(own)} of them: somebody else enters those.`}
        </p>
      )}
      {different.length > 0 && (
        <>
          <p>{sheetsOf(different.length)} with two entries that differ. Both people enter them again:</p>
          <ul className="list-disc pl-6 font-mono wrap-anywhere" translate="no">
            {different.map((sheet, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two people may have one name
              <li key={index}>{sheet}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
