import { isSettable, kinds } from '@wtpu/contract/notifications/on-demand/kinds'
import type { Notification } from '@wtpu/contract/notifications/notifications'
import BellOff from 'lucide-react/icons/bell-off'
import Check from 'lucide-react/icons/check'
import VolumeX from 'lucide-react/icons/volume-x'
import type { ComponentProps, ReactElement } from 'react'
import { useWatchDiscussion } from '#community/watch-api.ts'
import { Menu, MenuItem } from '#ui/on-demand/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useMarkRead, useUpdateSettings } from './small/api.ts'

export function NotificationMenu({
  notification,
  button,
}: {
  notification: Notification
  button: ReactElement<ComponentProps<'button'>>
}) {
  const { id, kind, is_read: isRead, page } = notification
  const read = useMarkRead()
  const update = useUpdateSettings()
  const watch = useWatchDiscussion(page?.id ?? 0)
  const turnOff = () =>
    update.mutate(
      { ways: { [kind]: 'off' } },
      {
        onSuccess: () =>
          toast({ title: `Turned off: ${kinds[kind].name}`, description: 'You can turn it on again in the settings.' }),
      },
    )
  const mute = () =>
    watch.mutate('mute', {
      onSuccess: () => toast({ title: 'The discussion is muted', description: 'You can watch it again on its page.' }),
    })
  return (
    <Menu button={button}>
      {!isRead && (
        <MenuItem icon={<Check aria-hidden />} onSelect={() => read.mutate({ ids: [id] })}>
          Mark as read
        </MenuItem>
      )}
      {page?.kind === 'discussion' && (
        <MenuItem icon={<VolumeX aria-hidden />} onSelect={mute}>
          Mute this discussion
        </MenuItem>
      )}
      {isSettable(kind) && (
        <MenuItem icon={<BellOff aria-hidden />} onSelect={turnOff}>
          Turn this kind off
        </MenuItem>
      )}
    </Menu>
  )
}
