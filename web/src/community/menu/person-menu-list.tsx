import type { MuteState } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import Ban from 'lucide-react/icons/ban'
import Flag from 'lucide-react/icons/flag'
import Volume2 from 'lucide-react/icons/volume-2'
import VolumeX from 'lucide-react/icons/volume-x'
import { useState, type ComponentProps, type ReactElement } from 'react'
import { Menu, MenuItemMovingFocus } from '#ui/on-demand/menu.tsx'
import { BlockDialog } from './block-dialog.tsx'
import { useMute } from './mute-api.ts'
import { ReportDialog } from './report-dialog.tsx'

/** The entries of `PersonMenu`. */
export function PersonMenuList({
  person,
  state,
  button,
}: {
  person: { id: number; name: string }
  /** Undefined until it is known. */
  state: MuteState | undefined
  button: ReactElement<ComponentProps<'button'>>
}) {
  const mute = useMute(person)
  const [reporting, setReporting] = useState(false)
  const [blocking, setBlocking] = useState(false)
  return (
    <>
      <Menu button={button}>
        <MenuItemMovingFocus icon={<Flag aria-hidden />} onSelect={() => setReporting(true)}>
          Report this profile
        </MenuItemMovingFocus>
        {state && (
          <>
            <MenuItemMovingFocus
              icon={state.muted ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
              onSelect={() => mute.mutate(state.muted ? 'unmute' : 'mute')}
            >
              <span className="truncate">
                {state.muted ? 'Unmute' : 'Mute'} {person.name}
              </span>
            </MenuItemMovingFocus>
            <MenuItemMovingFocus
              icon={<Ban aria-hidden />}
              onSelect={() => (state.blocked ? mute.mutate('unblock') : setBlocking(true))}
            >
              <span className="truncate">
                {state.blocked ? 'Unblock' : 'Block'} {person.name}
              </span>
            </MenuItemMovingFocus>
          </>
        )}
      </Menu>
      <ReportDialog
        content={{ kind: 'user', id: person.id }}
        noun="profile"
        open={reporting}
        onOpenChange={setReporting}
      />
      <BlockDialog name={person.name} mute={mute} open={blocking} onOpenChange={setBlocking} />
    </>
  )
}
