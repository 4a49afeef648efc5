import type { Discussion } from '@wtpu/contract/forums/discussions'
import { useNavigate } from '@tanstack/react-router'
import { Lock, LockOpen } from 'lucide-react'
import { useState } from 'react'
import { ContentMenu } from '#community/menu/content-menu.tsx'
import { parseForumSearch } from '#features/forums/search.ts'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { useDeleteDiscussion, useLockDiscussion, useUnlockDiscussion } from './discussion-api.ts'

const ReasonDialog = lazyDialog(
  ({ title }) => title,
  () => import('#community/menu/reason-dialog.tsx').then((module) => module.ReasonDialog),
)

/** What the viewer, its author or a moderator can do with the discussion. */
export function DiscussionMenu({
  discussion,
  own,
  onEdit,
  onShowHistory,
  onQuote,
}: {
  discussion: Discussion
  own: boolean
  onEdit: () => void
  onShowHistory: (() => void) | undefined
  onQuote: (() => void) | undefined
}) {
  const { id, is_locked, can_moderate } = discussion
  const navigate = useNavigate()
  const remove = useDeleteDiscussion(id, () => navigate({ to: '/forums', search: parseForumSearch({}) }))
  const { lockAction, dialog } = useLockAction(discussion)
  return (
    <div className="-mr-2 sm:-mr-3">
      <ContentMenu
        noun="discussion"
        of="this discussion"
        content={{ kind: 'discussion', id }}
        own={own}
        link={`${window.location.origin}/forums/${id}`}
        canBookmark
        onQuote={onQuote}
        onEdit={own && !is_locked ? onEdit : undefined}
        onShowHistory={onShowHistory}
        actions={can_moderate ? [lockAction] : undefined}
        onDelete={own ? remove.mutateAsync : undefined}
      />
      {dialog}
    </div>
  )
}

/** The menu entry that locks or unlocks the discussion, and the dialog that asks for the reason. */
function useLockAction({ id, is_locked }: Discussion) {
  const [asking, setAsking] = useState(false)
  const lock = useLockDiscussion(id)
  const unlock = useUnlockDiscussion(id)
  const lockAction = is_locked
    ? { label: 'Unlock discussion', icon: <LockOpen aria-hidden />, onSelect: () => unlock.mutate() }
    : { label: 'Lock discussion', icon: <Lock aria-hidden />, onSelect: () => setAsking(true) }
  const dialog = (
    <ReasonDialog
      open={asking}
      onOpenChange={setAsking}
      draftName={`lock-discussion:${id}`}
      title="Lock this discussion?"
      description="Everyone can still read it, but nobody can reply to it or edit it. You can unlock it later."
      submitLabel="Lock"
      pendingLabel="Locking..."
      send={lock.mutateAsync}
    />
  )
  return { lockAction, dialog }
}
