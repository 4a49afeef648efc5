import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import { type Case, noteMaxLength } from '@wtpu/contract/moderation/cases'
import { reasonNames } from '@wtpu/contract/moderation/reports'
import { ArrowLeft } from 'lucide-react'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { useDecisionDraft } from '#community/menu/decision-fields.tsx'
import { PathLink } from '#community/path-link.tsx'
import { RelativeTime } from '#community/relative-time.tsx'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextArea } from '#ui/form/fields.tsx'
import { ActionRow } from './action-row.tsx'
import { caseQuery, useAddNote, useClaim } from './api.ts'
import { RowsSkeleton } from './own-decisions.tsx'
import { kindNames } from '@wtpu/contract/moderation/names'
import { claimerOf } from './claimer.ts'
import { AppealForm, DecisionForm } from './decision-forms.tsx'
import { Thread } from './thread.tsx'
import { Unsent } from './unsent.tsx'

/** Shows the images or the video of a post. The route passes it on, because another feature has it. */
type MediaView = ComponentType<{ media: PostMedia[]; of: string }>

interface ShownProps {
  Media: MediaView
  onDecided: () => void
  /** The list and the case. Letters act while focus is in it. */
  panes: RefObject<HTMLElement | null>
}

/** A case: the content, what people reported, and what a moderator can do. Opening it tells the others. */
export function CaseView({ id, onClose, ...rest }: { id: number; onClose: () => void } & ShownProps) {
  const found = useQuery(caseQuery(id))
  const claim = useClaim()
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const claimOnce = useEffectEvent(() => claim.mutate(id))
  const isOpen = found.data?.closed_at === null
  useEffect(() => {
    if (isOpen) claimOnce()
  }, [isOpen])
  return (
    <section ref={section} tabIndex={-1} aria-label="Case" className="min-w-0">
      <button
        type="button"
        onClick={onClose}
        className={buttonClass({ variant: 'ghost', size: 'small' }) + ' mb-2 lg:hidden'}
      >
        <ArrowLeft aria-hidden className="size-4" /> All cases
      </button>
      {found.data ? (
        <Loaded found={found.data} {...rest} />
      ) : found.isPending ? (
        <RowsSkeleton label="Loading the case..." />
      ) : (
        <ErrorState title="The case could not be loaded" query={found} />
      )}
    </section>
  )
}

const states = { shown: 'Shown', hidden: 'Hidden during review', removed: 'Removed', deleted: 'Deleted by its author' }

function Loaded({ found, Media, onDecided, panes }: { found: Case } & ShownProps) {
  const {
    kind,
    author,
    content,
    reports,
    notes,
    actions,
    history,
    obstacle,
    closed_at,
    other_open_cases: openCases,
  } = found
  const session = useSession()
  const claimer = claimerOf(found, useNow(60_000))
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => heading.current?.focus()
  useEffect(focusHeading, [])
  return (
    <div className={cardClass('divide-y divide-line [&>*]:p-4 sm:[&>*]:p-6')}>
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 ref={heading} tabIndex={-1} className="text-xl wrap-anywhere">
            {kindNames[kind]} {author ? `by ${author.name}` : 'of the site'}
          </h2>
          {content && <Badge tone={content.state === 'shown' ? 'good' : 'warning'}>{states[content.state]}</Badge>}
        </div>
        {content && (
          <p className="mt-1 text-sm text-soft">
            <RelativeTime at={content.created_at} preset="forum" />
          </p>
        )}
        {claimer && (
          <p className="mt-1 text-sm text-soft">
            {claimer.id === session?.user_id ? 'You are' : `${claimer.name} is`} looking at this
          </p>
        )}
        {content?.parent && (
          <p className="mt-3 text-sm text-soft">
            On{' '}
            <PathLink path={content.parent.path} className="text-link wrap-anywhere">
              {content.parent.title || 'a post'}
            </PathLink>
          </p>
        )}
        {content?.title && (
          <h3 dir="auto" className="mt-3 text-lg wrap-anywhere">
            {content.title}
          </h3>
        )}
        <p dir="auto" className="mt-2 max-h-96 overflow-y-auto wrap-anywhere whitespace-pre-line">
          {content?.text}
        </p>
        {content && content.media.length > 0 && (
          <Media media={content.media} of={author ? `the post by ${author.name}` : 'the post'} />
        )}
        {content?.reported.map(({ title, text }) => (
          <div key={`${title} ${text}`} className="mt-4 rounded-control bg-sunken p-3">
            <p className="text-sm font-semibold">As it was reported, before an edit</p>
            {title && (
              <p dir="auto" className="mt-1 font-semibold wrap-anywhere">
                {title}
              </p>
            )}
            <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-line">
              {text}
            </p>
          </div>
        ))}
        {content && content.thread.length > 0 && <Thread comments={content.thread} />}
        {content?.state === 'shown' && (
          <p className="mt-3">
            <PathLink path={content.path} className="text-link">
              Open it on the site
            </PathLink>
          </p>
        )}
      </div>
      {actions.some(({ appeal }) => appeal?.granted === null) &&
        actions
          .filter(({ appeal }) => appeal?.granted === null)
          .map((action) => (
            <AppealForm
              key={action.id}
              action={action}
              obstacle={action.appeal_obstacle}
              onDecided={onDecided}
              onConflict={focusHeading}
            />
          ))}
      {closed_at !== null && <UnsentDecision found={found} />}
      {closed_at === null &&
        (obstacle === null ? (
          <DecisionForm found={found} onDecided={onDecided} onConflict={focusHeading} panes={panes} />
        ) : (
          <p className="text-soft">{obstacle}</p>
        ))}
      {reports.length === 0 && (
        <p className="text-soft">
          {found.hidden
            ? 'Nobody reported it: its author wrote the same text three times in ten minutes.'
            : 'Nobody reported it.'}
        </p>
      )}
      <Rows title="Reports" rows={reports}>
        {({ reason, note, reporter, established, created_at }) => (
          <>
            <span className="font-semibold">{reasonNames[reason]}</span>{' '}
            <span className="text-sm text-soft">
              <span translate="no">{reporter.name}</span>
              {!established && ', new account'} · <RelativeTime at={created_at} preset="forum" />
            </span>
            {note && <p className="mt-1 wrap-anywhere whitespace-pre-line">{note}</p>}
          </>
        )}
      </Rows>
      <Rows title="Decisions about this" rows={actions}>
        {(action) => <ActionRow action={action} canUndo={obstacle === null} />}
      </Rows>
      {openCases > 0 && (
        <p>
          {openCases === 1
            ? '1 other case about the author is open.'
            : `${openCases.toLocaleString('en-US')} other cases about the author are open.`}
        </p>
      )}
      <Rows title="Other decisions about the author" rows={history}>
        {(action) => (
          <>
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
          </>
        )}
      </Rows>
      <Notes caseId={found.id} notes={notes} />
    </div>
  )
}

/** Mounted after the form was removed, so that it reads the latest draft. */
function UnsentDecision({ found: { kind, content_id: id } }: { found: Case }) {
  const [{ sentence }] = useDecisionDraft({ kind, id })
  return sentence === '' ? null : (
    <div>
      <Unsent text={sentence} />
    </div>
  )
}

function Rows<Row extends { id: number }>({
  title,
  rows,
  children,
}: {
  title: string
  rows: Row[]
  children: (row: Row) => ReactNode
}) {
  if (rows.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 font-sans text-base font-semibold">{title}</h3>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <li key={row.id}>{children(row)}</li>
        ))}
      </ul>
    </div>
  )
}

function Notes({ caseId, notes }: { caseId: number; notes: Case['notes'] }) {
  const [text, setText] = useState('')
  const add = useAddNote(caseId)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() !== '' && !add.isPending) add.mutate(text, { onSuccess: () => setText('') })
  }
  return (
    <div>
      <h3 className="mb-2 font-sans text-base font-semibold">Notes of moderators</h3>
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
      <form onSubmit={submit} aria-label="New note">
        <TextArea
          label="Note"
          rows={2}
          value={text}
          limit={noteMaxLength}
          error={add.error?.message}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="secondary" size="small" disabled={text.trim() === ''} loading={add.isPending}>
          Add note
        </Button>
      </form>
    </div>
  )
}
