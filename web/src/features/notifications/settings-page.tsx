import type { NotificationSettings } from '@wtpu/contract/notifications/settings'
import { openWords } from '@wtpu/contract/site/parts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { useSession } from '#lib/session/session.ts'
import { deviceTimeZone } from '#lib/on-demand/time-zone.ts'
import { takePlace } from '#lib/take-place.ts'
import { backLinkClass, Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { settingsQuery, useUpdateSettings } from './small/api.ts'
import { KindTable } from './kind-table.tsx'
import { PushSettings } from './push-settings.tsx'

/** `/profile-settings/notifications` */
export function NotificationSettingsPage() {
  const session = useSession()
  return (
    <div className="page max-w-4xl">
      <Link to="/profile-settings" className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" />
        Profile Settings
      </Link>
      <h1 className="mt-1 mb-6">Notification settings</h1>
      {session ? <Settings /> : <SignIn />}
    </div>
  )
}

function SignIn() {
  return (
    <EmptyState
      title="Sign in to choose your notifications"
      action={
        <Link to="/login" onClick={() => storeRedirect('/profile-settings/notifications')} className={buttonClass()}>
          Login
        </Link>
      }
    >
      Choose what you are notified about, and whether by email, in a weekly digest or on your devices.
    </EmptyState>
  )
}

function Settings() {
  const settings = useQuery(settingsQuery())
  if (settings.data) return <LoadedSettings settings={settings.data} />
  if (settings.error) return <ErrorState title="Your settings could not be loaded" query={settings} />
  return (
    <LoadingState label="Loading your settings..." className="grid gap-6">
      <Skeleton className="h-96 w-full" />
      <Skeleton className="h-36 w-full" />
    </LoadingState>
  )
}

function LoadedSettings({ settings }: { settings: NotificationSettings }) {
  return (
    <div className="grid gap-6">
      {settings.mail_stopped && <StoppedMails />}
      <Section title="What you are notified about">
        <KindTable settings={settings} />
      </Section>
      <Section title="Weekly digest">
        <Digest settings={settings} />
      </Section>
      <Section title="On this device">
        <PushSettings pushKey={settings.push_key} />
      </Section>
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={cardClass('min-w-0 p-5 sm:p-7')}>
      <h2 className="mb-2 text-2xl">{title}</h2>
      {children}
    </section>
  )
}

/** The address bounced. */
function StoppedMails() {
  const update = useUpdateSettings()
  return (
    <div className="flex flex-col items-start gap-3">
      <FormAlert>
        Your email address rejected our last email, so we have stopped sending emails to it, security aside. Check your
        address in Profile Settings.
      </FormAlert>
      <Button variant="secondary" loading={update.isPending} onClick={() => update.mutate({ mail_stopped: false })}>
        Send emails again
      </Button>
    </div>
  )
}

function Digest({ settings: { digest, time_zone: timeZone } }: { settings: NotificationSettings }) {
  const update = useUpdateSettings()
  const here = deviceTimeZone()
  return (
    <>
      <p className="max-w-prose text-soft">
        One email on Monday morning:{' '}
        {openWords(
          [
            [null, 'polls that close soon'],
            [null, 'results of yours'],
            ['forums', 'the most discussed'],
            ['officials', 'officials you follow'],
          ],
          'and',
          true,
        )}
        .
      </p>
      <Checkbox
        isSwitch
        label="Send me the weekly digest"
        checked={digest}
        onChange={({ target }) =>
          update.mutate({ digest: target.checked, ...(target.checked && here && { time_zone: here }) })
        }
      />
      {/* It takes the place of the button that has changed it. */}
      <p key={timeZone} ref={takePlace} tabIndex={-1} className="text-sm text-soft outline-none">
        Times in emails are in the time zone {zoneName(timeZone)}.
      </p>
      {here && here !== timeZone && (
        <Button variant="secondary" size="small" className="mt-2" onClick={() => update.mutate({ time_zone: here })}>
          Use {zoneName(here)}
        </Button>
      )}
    </>
  )
}

const zoneName = (zone: string) => zone.replaceAll('_', ' ')
