import { useQuery } from '@tanstack/react-query'
import { getHeldContent, type HeldContentRef } from '@wtpu/contract/moderation/held'
import type { ReactNode } from 'react'
import { query } from '#lib/api/api.ts'
import { UnderReview } from './under-review.tsx'

/** A comment or a poll that was not found: it may be hidden during a review, which its author and moderators see. */
export function HeldContent({
  content,
  pending,
  children,
}: {
  content: HeldContentRef
  /** While it is not known yet. */
  pending?: ReactNode
  children: ReactNode
}) {
  const held = useQuery(query(getHeldContent, { params: content }))
  if (held.isPending) return pending
  if (!held.data) return children
  return (
    <div className="mb-8">
      <UnderReview
        title={held.data.title}
        text={held.data.text}
        writing={held.data}
        heading="h2"
        own={held.data.is_own && content.kind === 'comment' ? { kind: content.kind, id: content.id } : undefined}
      />
    </div>
  )
}
