import type { Device } from '@wtpu/contract/accounts/settings'
import { useQuery } from '@tanstack/react-query'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import { useState } from 'react'
import { ShortDate } from '#ui/relative-time.tsx'
import { useNow } from '#lib/time.ts'
import { relativeTime } from '#lib/dates.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { devicesQuery, useEndOtherSessions } from './profile-api.ts'

/** Lists the account's open sessions, with a button to end all others. */
export function SignedInDevices() {
  const devices = useQuery(devicesQuery())
  const now = useNow(60_000)
  if (devices.isPending) return <Skeleton className="h-16" />
  if (!devices.data) {
    return <ErrorState inCard title="Your devices could not be loaded" query={devices} />
  }
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {devices.data.map((device) => (
          <DeviceRow key={device.id} device={device} now={now} />
        ))}
      </ul>
      {devices.data.length > 1 ? (
        <EndOtherSessions />
      ) : (
        <p className="mt-4 text-soft">You are not signed in anywhere else.</p>
      )}
    </>
  )
}

function DeviceRow({ device, now }: { device: Device; now: Date }) {
  return (
    <li className="flex items-center gap-x-4 py-3.5">
      <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-soft" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <span className="min-w-0 flex-1 basis-48">
          <span className="font-medium">{device.device}</span>
          <span className="block text-sm text-soft">
            Last used: <ShortDate at={device.last_used_at}>{relativeTime(device.last_used_at, now, 'forum')}</ShortDate>
          </span>
        </span>
        {device.current && <Badge tone="good">This device</Badge>}
      </div>
    </li>
  )
}

function EndOtherSessions() {
  const [confirmOpen, setConfirmOpen] = useState(false)
  const end = useEndOtherSessions()
  const confirm = () => end.mutate(undefined, { onSuccess: () => setConfirmOpen(false) })
  return (
    <>
      <Button variant="secondary" className="mt-4 wrap-anywhere" onClick={() => setConfirmOpen(true)}>
        Sign out everywhere else
      </Button>
      <Dialog
        open={confirmOpen}
        onOpenChange={setConfirmOpen}
        title="Sign out everywhere else?"
        description="All other devices will have to sign in again. This one stays signed in."
        actions={
          <>
            <Button variant="secondary" onClick={() => setConfirmOpen(false)}>
              Cancel
            </Button>
            <Button loading={end.isPending} onClick={confirm}>
              Sign out other devices
            </Button>
          </>
        }
      />
    </>
  )
}
