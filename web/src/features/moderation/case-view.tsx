import { useQuery } from '@tanstack/react-query'
import type { Case } from '@wtpu/contract/moderation/cases'
import { kindName } from '@wtpu/contract/moderation/on-demand/names'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'
import { useDecisionDraft } from '#community/menu/decision-fields.tsx'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/time.ts'
import { Badge } from '#ui/badge.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { ActionRow } from './action-row.tsx'
import { caseQuery, useClaim } from './api.ts'
import { AppealForm } from './appeal-form.tsx'
import { AuthorPane } from './author-pane.tsx'
import { CaseContent, type MediaView, Reports } from './case-content.tsx'
import { claimerOf } from './claimer.ts'
import { DecisionForm } from './decision-form.tsx'
import { RowsSkeleton } from './own-decisions.tsx'
import { Unsent } from './unsent.tsx'

interface ShownProps {
  Media: MediaView
  onDecided: () => void
  /** The list and the case. Letters act while focus is in it. */
  panes: RefObject<HTMLElement | null>
}

/** A pane of the desk that scrolls by itself. Below the width for three panes, the page scrolls. */
export const paneClass = 'min-w-0 lg:overflow-y-auto lg:overscroll-contain'

/** A case: the content, what people reported, what a moderator can do, and its author. Opening it tells the others. */
export function CaseView({ id, ...rest }: { id: number } & ShownProps) {
  const found = useQuery(caseQuery(id))
  const claim = useClaim()
  const section = useRef<HTMLElement>(null)
  // Before the effect of `Loaded`, which focuses the heading of a case that was opened before.
  useLayoutEffect(() => section.current?.focus(), [])
  const claimOnce = useEffectEvent(() => claim.mutate(id))
  const isOpen = found.data?.closed_at === null
  useEffect(() => {
    if (isOpen) claimOnce()
  }, [isOpen])
  return (
    <>
      <section
        ref={section}
        tabIndex={-1}
        aria-label="Case"
        className={`${paneClass} scroll-mt-20 outline-none lg:scroll-pb-28`}
      >
        <div className="mx-auto max-w-3xl p-4 lg:px-6 lg:pb-0">
          {found.data ? (
            <Loaded found={found.data} {...rest} />
          ) : found.isPending ? (
            <RowsSkeleton label="Loading the case..." />
          ) : (
            <ErrorState title="The case could not be loaded" query={found} />
          )}
        </div>
      </section>
      {found.data && (
        <AuthorPane found={found.data} className={`${paneClass} border-line max-lg:border-t lg:border-l`} />
      )}
    </>
  )
}

const states = { shown: 'Shown', hidden: 'Hidden during review', removed: 'Removed', deleted: 'Deleted by its author' }

function Loaded({ found, Media, onDecided, panes }: { found: Case } & ShownProps) {
  const { kind, author, content, actions, obstacle, closed_at } = found
  const session = useSession()
  const claimer = claimerOf(found, useNow(60_000))
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = () => heading.current?.focus()
  useEffect(focusHeading, [])
  return (
    <div className="flex flex-col gap-4">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 ref={heading} tabIndex={-1} className="scroll-mt-24 text-xl wrap-anywhere">
            {kindName(kind)} {author ? `by ${author.name}` : 'of the site'}
          </h2>
          {content && <Badge tone={content.state === 'shown' ? 'good' : 'warning'}>{states[content.state]}</Badge>}
        </div>
        {claimer && (
          <p className="text-sm text-soft">
            {claimer.id === session?.user_id ? 'You are' : `${claimer.name} is`} looking at this
          </p>
        )}
        <CaseContent found={found} Media={Media} />
      </div>
      <Reports found={found} />
      {actions.length > 0 && (
        <div>
          <h3 className="mb-2 font-sans text-base font-semibold">Decisions about this</h3>
          <ul className="grid gap-3">
            {actions.map((action) => (
              <li key={action.id}>
                <ActionRow action={action} canUndo={obstacle === null} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {actions
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
