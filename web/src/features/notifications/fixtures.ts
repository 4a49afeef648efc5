import { now } from '#lib/time.ts'
import type { Notification } from '@wtpu/contract/notifications/notifications'
import type { NotificationSettings } from '@wtpu/contract/notifications/settings'
import { forSettableKinds, kinds } from '@wtpu/contract/notifications/on-demand/kinds'

export function makeNotification(values: Partial<Notification> & { id: number }): Notification {
  return {
    kind: 'reply',
    created_at: new Date(now()).toISOString(),
    is_read: false,
    actors: [{ id: 8, name: 'Ada Lovelace', avatar: null, username: 'ada' }],
    actor_count: 1,
    subject: { kind: 'comment', id: 12, title: '' },
    excerpt: 'I agree.',
    detail: null,
    page: { kind: 'discussion', id: 7 },
    url: '/forums/7?comment=12',
    ...values,
  }
}

export const notificationSettings: NotificationSettings = {
  ways: forSettableKinds((kind) => kinds[kind].way),
  push: ['mention'],
  digest: false,
  time_zone: 'America/New_York',
  mail_stopped: false,
  push_key: 'a-key',
  push_devices: 0,
}
