import { isOn } from '@wtpu/contract/site/parts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { Part } from '#lib/part.tsx'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { buttonClass, Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SignedInDevices } from './signed-in-devices.tsx'
import { userQuery } from '#features/accounts/user-api.ts'
import { ProfileCard } from './profile-card.tsx'
import { settingNotSaved } from '#features/accounts/messages.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { StoredSwitch } from '#ui/small/stored-switch.tsx'
import { liveUpdates, shortcuts } from '#lib/stored-switch.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useUpdateAccount, useDownloadData } from './profile-api.ts'
import { asksForDistrict, DistrictSettings } from './district-form.tsx'
import { DeleteOwnAccount } from './delete-own-account.tsx'
import { Saved } from './saved.tsx'
import { SettingsNav, type SettingsSection } from './settings-nav.tsx'

/** The sections of the profile settings page, before those of `others`, and the navigation between them. */
export function ProfileSettings({
  userId,
  others,
  children,
}: {
  userId: number
  others: readonly SettingsSection[]
  children: ReactNode
}) {
  const user = useQuery(userQuery(String(userId)))
  const { data: account } = useQuery(accountQuery())
  const role = account && (account.waiting_role ?? account.role)
  const isStaff = role !== undefined && role !== 'user'
  return (
    <div className="grid gap-x-12 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start">
      <SettingsNav sections={[...sections.filter(({ id }) => isShown(id, isStaff)), ...others]} />
      <div className="grid min-w-0 gap-6">
        <Section id="profile">
          {user.isPending && <ProfileSkeleton />}
          {user.isError && !user.data && <ErrorState inCard title="Your profile could not be loaded" query={user} />}
          {user.data && <ProfileCard user={user.data} />}
        </Section>
        <Part of={partsOfPrivacy}>
          <Section id="privacy">
            <PrivacySettings />
          </Section>
        </Part>
        <Section id="notifications">
          <Link to="/profile-settings/notifications" className="text-link inline-flex min-h-11 items-center">
            Choose your notifications, and how you get them
          </Link>
        </Section>
        <Section id="browser">
          <StoredSwitch label="Live updates" of={liveUpdates} />
          <StoredSwitch label="Single-key shortcuts" of={shortcuts} />
          <p className="text-sm text-soft">
            Switch shortcuts off if you speak to your computer: each character that it types could act as a command.
          </p>
        </Section>
        <Section id="district">
          <DistrictSettings />
        </Section>
        <Section id="sign-in">
          <TwoStepSignIn fallback={<Skeleton className="h-24" />} />
        </Section>
        <Section id="passkeys">
          <Passkeys fallback={<Skeleton className="h-24" />} />
        </Section>
        <Section id="devices">
          <SignedInDevices />
        </Section>
        {isStaff && (
          <Section id={staffSection}>
            <StaffLinks isAdmin={role === 'admin'} />
          </Section>
        )}
        <Section id="data">
          <YourData />
        </Section>
        {children}
      </div>
    </div>
  )
}

const TwoStepSignIn = lazyComponent(() =>
  import('./on-demand/two-step-sign-in.tsx').then((module) => module.TwoStepSignIn),
)
const Passkeys = lazyComponent(() => import('./on-demand/passkeys.tsx').then((module) => module.Passkeys))
const staffSection = 'moderation'
/** Without them, there is nothing to set. */
const partsOfPrivacy = ['profiles', 'common-ground'] as const
const isShown = (id: string, isStaff: boolean) =>
  id === 'privacy' ? isOn(partsOfPrivacy) : isStaff || id !== staffSection

const sections = [
  { id: 'profile', title: 'Profile' },
  { id: 'privacy', title: 'Privacy' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'browser', title: 'This browser' },
  { id: 'district', title: asksForDistrict() ? 'Your district' : 'Your state' },
  { id: 'sign-in', title: 'Two-step sign-in' },
  { id: 'passkeys', title: 'Passkeys' },
  { id: 'devices', title: 'Signed-in devices' },
  { id: staffSection, title: 'Moderation' },
  { id: 'data', title: 'Your data' },
] as const satisfies SettingsSection[]

/** Shown to visitors, because the route is public. */
export function SignInPrompt() {
  const storeReturnPath = () => storeRedirect('/profile-settings')
  return (
    <EmptyState
      title="Sign in to change your profile"
      action={
        <>
          <Link to="/login" onClick={storeReturnPath} className={buttonClass()}>
            Login
          </Link>
          <Link to="/signup" onClick={storeReturnPath} className={buttonClass({ variant: 'secondary' })}>
            Join Now
          </Link>
        </>
      }
    >
      Edit your name, picture and bio, choose who can see your email, and see where you are signed in.
    </EmptyState>
  )
}

function Section({ id, children }: { id: (typeof sections)[number]['id']; children: ReactNode }) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={cardClass('min-w-0 scroll-mt-4 p-4 outline-none sm:p-7')}
    >
      <h2 id={`${id}-title`} className="mb-4 text-2xl">
        {sections.find((section) => section.id === id)?.title}
      </h2>
      {children}
    </section>
  )
}

/** Has the same height as the loaded profile, to prevent a layout shift. */
function ProfileSkeleton() {
  return (
    <div aria-busy>
      <span className="sr-only">Loading profile...</span>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Skeleton className="size-28 rounded-full" />
        <div className="min-w-0 flex-1 basis-56">
          <Skeleton className="h-8 w-48 max-w-full" />
          <Skeleton className="mt-1 h-5 w-32 max-w-full" />
          <Skeleton className="mt-3 h-11 w-40" />
          <Skeleton className="mt-1.5 h-5 w-56 max-w-full" />
        </div>
      </div>
      <Skeleton className="mt-5 h-6 w-4/5" />
      <div className="mt-6 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
        <Skeleton className="h-17 w-40" />
        <Skeleton className="h-12 w-32" />
        <Skeleton className="h-12 w-32" />
        <Skeleton className="h-16 w-40" />
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <Skeleton className="h-11 w-36" />
        <Skeleton className="h-11 w-42" />
        <Skeleton className="h-11 w-26" />
      </div>
    </div>
  )
}

/** The email is hidden from others unless the user chooses to show it. */
function PrivacySettings() {
  const account = useQuery(accountQuery())
  const update = useUpdateAccount()
  if (account.isPending) return <Skeleton className="h-11 w-72 max-w-full" />
  if (!account.data) {
    return <ErrorState inCard title="Your settings could not be loaded" query={account} />
  }
  const change = (setting: { show_email: boolean } | { common_ground: boolean }) => {
    if (update.isPending) return
    update.mutate(setting, { onError: () => toast({ title: settingNotSaved, variant: 'error' }) })
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 max-sm:-mb-3">
      <div>
        <Part of="profiles">
          <Checkbox
            label="Show my email on my public profile"
            checked={account.data.show_email}
            aria-disabled={update.isPending || undefined}
            onChange={(event) => change({ show_email: event.target.checked })}
          />
        </Part>
        <Part of="common-ground">
          <Checkbox
            label="Count my votes in Common Ground"
            checked={account.data.common_ground}
            aria-disabled={update.isPending || undefined}
            onChange={(event) => change({ common_ground: event.target.checked })}
          />
          <Link to="/common-ground" className="text-link inline-flex min-h-11 items-center text-sm">
            About Common Ground
          </Link>
        </Part>
      </div>
      <Saved when={update.isSuccess} />
    </div>
  )
}

/** Data export and account deletion. */
function YourData() {
  const [deleteOpen, setDeleteOpen] = useState(false)
  const account = useQuery(accountQuery())
  const download = useDownloadData()
  return (
    <>
      <p className="max-w-prose text-soft">
        Download a JSON file with your profile, votes{isOn('ratings') && ', ratings'} and everything else we store about
        you.
        <Part of="common-ground">
          {' '}
          Your third of the line of Common Ground is not in it: only you can see it, on the page{' '}
          <Link to="/common-ground" className="text-link">
            Common Ground
          </Link>
          .
        </Part>
      </p>
      <Button
        variant="secondary"
        size="small"
        className="mt-4"
        loading={download.isPending}
        onClick={() =>
          download.mutate(undefined, {
            onError: (failure) =>
              toast({
                title: failure.detail || 'Your data could not be downloaded. Please try again.',
                variant: 'error',
              }),
          })
        }
      >
        Download my data
      </Button>
      <div className="mt-8 border-t border-line pt-6">
        {account.isError && !account.data ? (
          <ErrorState inCard title="Your account could not be loaded" query={account} />
        ) : (
          <Button variant="destructive" loading={account.isPending} onClick={() => setDeleteOpen(true)}>
            Delete my account
          </Button>
        )}
      </div>
      {account.data && <DeleteOwnAccount account={account.data} open={deleteOpen} onOpenChange={setDeleteOpen} />}
    </>
  )
}

function StaffLinks({ isAdmin }: { isAdmin: boolean }) {
  return (
    <div className="flex flex-wrap gap-x-6">
      <Link to="/moderation" className="text-link inline-flex min-h-11 items-center">
        Reports and appeals
      </Link>
      {isAdmin && (
        <Link to="/admin" className="text-link inline-flex min-h-11 items-center">
          Administration
        </Link>
      )}
    </div>
  )
}
