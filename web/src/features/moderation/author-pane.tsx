import { fullCount } from '@wtpu/contract/full-count'
import { initials } from '@wtpu/contract/accounts/names'
import { establishedDays } from '@wtpu/contract/disclosure'
import { type Case, noteMaxLength } from '@wtpu/contract/moderation/cases'
import { isOn } from '@wtpu/contract/site/parts'
import { Link } from '@tanstack/react-router'
import { useId, type ReactNode } from 'react'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useNow } from '#lib/time.ts'
import { shortDate } from '#lib/dates.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { ActionRow } from './action-row.tsx'
import { useAddNote } from './api.ts'

const clockIntervalMs = 60_000
const dayMs = 24 * 60 * 60_000
/** Too young to count where accounts must be established. */
const isNew = (joinedAt: string, now: Date) => now.getTime() - Date.parse(joinedAt) < establishedDays * dayMs

/** Who wrote the content, what was decided about them before, and what moderators noted. */
export function AuthorPane({ found, className }: { found: Case; className: string }) {
  const { author, author_joined_at: joinedAt, history, notes, other_open_cases: openCases } = found
  const id = useId()
  const now = useNow(clockIntervalMs)
  return (
    <section aria-labelledby={id} className={className}>
      <div className="grid gap-5 p-4">
        <div className="flex items-start gap-3">
          {author && <Avatar id={author.id} image={null} initials={initials(author.name)} />}
          <div className="min-w-0">
            <h2 id={id} translate={author ? 'no' : undefined} className="text-lg leading-tight wrap-anywhere">
              {author?.name ?? 'Of the site'}
            </h2>
            {joinedAt !== null && <p className="text-sm text-soft">Joined {shortDate(new Date(joinedAt))}</p>}
            {joinedAt !== null && isNew(joinedAt, now) && <Badge className="mt-1">New account</Badge>}
            {author && isOn('profiles') && (
              <Link
                to="/user/$userId"
                params={{ userId: String(author.id) }}
                className="text-link inline-flex min-h-11 items-center text-sm"
              >
                Public profile
              </Link>
            )}
          </div>
        </div>
        {author && (
          <Part title="Decisions before">
            {history.length === 0 && <p className="text-sm text-soft">None about other content.</p>}
            <ul className="grid divide-y divide-line">
              {history.map((action) => (
                <li key={action.id} className="py-2.5">
                  <ActionRow action={action} />
                  {action.case_id !== null && (
                    <Link
                      to="/moderation"
                      search={{ case: String(action.case_id) }}
                      className="text-link inline-flex min-h-11 items-center text-sm"
                    >
                      Show case {action.case_id}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
            {openCases > 0 && (
              <p className="mt-2 text-sm">
                {openCases === 1
                  ? '1 other case about the author is open.'
                  : `${fullCount(openCases)} other cases about the author are open.`}
              </p>
            )}
          </Part>
        )}
        <Notes caseId={found.id} notes={notes} />
      </div>
    </section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-1 font-sans text-base font-semibold">{title}</h3>
      {children}
    </div>
  )
}

const empty = { text: '' }

function Notes({ caseId, notes }: { caseId: number; notes: Case['notes'] }) {
  const form = useForm(useAddNote(caseId), {
    empty,
    check: ({ text }) => ({ text: text.trim() === '' && fillIn }),
    input: ({ text }) => text,
  })
  return (
    <Part title="Notes of moderators">
      <ul className="mb-3 grid gap-3">
        {notes.map((note) => (
          <li key={note.id}>
            <span className="text-sm text-soft">
              <span translate="no">{note.author.name}</span> · <RelativeTime at={note.created_at} preset="forum" />
            </span>
            <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
          </li>
        ))}
      </ul>
      <form {...form.props} aria-label="New note">
        <TextArea
          label="Note"
          hint="Only moderators see notes."
          rows={2}
          {...form.text('text')}
          limit={noteMaxLength}
        />
        {form.alert}
        <Button type="submit" variant="secondary" size="small" className="mt-2" loading={form.isPending}>
          Add note
        </Button>
      </form>
    </Part>
  )
}
