import { isOn } from '@wtpu/contract/site/parts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import type { useMute } from './mute-api.ts'

/** Asks before a user is blocked. */
export function BlockDialog({
  name,
  mute,
  open,
  onOpenChange,
}: {
  name: string
  mute: ReturnType<typeof useMute>
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Block ${name}?`}
      description={`You will no longer see what they write. They ${isOn('boiler-room') ? 'can no longer follow you or comment on your posts, and are not told. If you follow each other, that ends' : 'are not told'}. You can unblock them in your Profile Settings.`}
      confirmLabel="Block"
      pendingLabel="Blocking..."
      onConfirm={() => mute.mutateAsync('block')}
    />
  )
}
