import { createFileRoute } from '@tanstack/react-router'
import { NotificationSettingsPage } from '#features/notifications/settings-page.tsx'

export const Route = createFileRoute('/profile-settings/notifications')({ component: NotificationSettingsPage })
