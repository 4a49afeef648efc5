import {
  isOpenKind,
  kinds,
  mailAfterMinutes,
  notificationWays,
  type NotificationWay,
  settableKinds,
} from '@wtpu/contract/notifications/on-demand/kinds'
import type { NotificationSettings } from '@wtpu/contract/notifications/settings'
import { useId } from 'react'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Select } from '#ui/form/fields.tsx'
import { useUpdateSettings } from './small/api.ts'

const wayNames: Record<NotificationWay, string> = {
  off: 'Off',
  site: 'Site',
  digest: 'Digest',
  mail: 'Email',
}

/** A row for each kind: how it reaches the viewer, and whether it is pushed to their devices. */
export function KindTable({ settings }: { settings: NotificationSettings }) {
  return (
    <>
      <p className="mb-3 max-w-prose text-soft">
        <strong className="font-semibold">Site</strong>: you see it here.{' '}
        <strong className="font-semibold">Digest</strong>: also in your weekly email.{' '}
        <strong className="font-semibold">Email</strong>: also by email, if it is unread after {mailAfterMinutes}{' '}
        minutes.
      </p>
      <div className="relative overflow-x-auto">
        <table className="rows-in-two-lines w-full text-left">
          <caption className="sr-only">How each kind of notification reaches you</caption>
          <thead className="text-sm text-soft">
            <tr className="border-b border-line">
              <th scope="col" className="py-2 pr-3 font-semibold">
                Kind
              </th>
              <th scope="col" className="py-2 pr-3 font-semibold">
                How
              </th>
              {settings.push_key !== null && (
                <th scope="col" className="py-2 font-semibold">
                  Push
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {settableKinds.filter(isOpenKind).map((kind) => (
              <KindRow key={kind} kind={kind} settings={settings} />
            ))}
            <tr className="max-[30rem]:py-2">
              <th scope="row" className="py-2 pr-3 font-normal">
                {kinds.security.name}
              </th>
              <td className="py-2 pr-3 text-soft" colSpan={2}>
                Always by email
              </td>
            </tr>
          </tbody>
        </table>
      </div>
    </>
  )
}

function KindRow({ kind, settings }: { kind: keyof NotificationSettings['ways']; settings: NotificationSettings }) {
  const id = useId()
  const update = useUpdateSettings()
  const pushed = settings.push.includes(kind)
  const name = kinds[kind].name
  return (
    <tr className="max-[30rem]:py-2">
      <th scope="row" id={id} className="py-2 pr-3 leading-snug font-normal">
        {name}
      </th>
      <td className="min-w-32 py-2 pr-3">
        <Select
          aria-label={`How: ${name}`}
          value={settings.ways[kind]}
          onChange={({ target }) => {
            const way = notificationWays.find((candidate) => candidate === target.value)
            if (way) update.mutate({ ways: { [kind]: way } })
          }}
        >
          {notificationWays.map((way) => (
            <option key={way} value={way}>
              {wayNames[way]}
            </option>
          ))}
        </Select>
      </td>
      {settings.push_key !== null && (
        <td className="py-2 max-[30rem]:flex max-[30rem]:items-center max-[30rem]:gap-2">
          <span aria-hidden className="min-[30rem]:hidden">
            Push
          </span>
          <Checkbox
            aria-label={`Push: ${name}`}
            checked={pushed && settings.ways[kind] !== 'off'}
            disabled={settings.ways[kind] === 'off'}
            title={settings.ways[kind] === 'off' ? 'These notifications are off.' : undefined}
            onChange={({ target }) =>
              update.mutate({
                push: target.checked ? [...settings.push, kind] : settings.push.filter((other) => other !== kind),
              })
            }
          />
        </td>
      )}
    </tr>
  )
}
