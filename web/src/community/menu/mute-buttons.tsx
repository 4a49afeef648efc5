import { useQuery } from '@tanstack/react-query'
import { Ban, Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { muteStateQuery, useMute } from './mute-api.ts'

const BlockDialog = lazyDialog(
  () => 'Block',
  () => import('./block-dialog.tsx').then((module) => module.BlockDialog),
)

/** Mutes and blocks the user of a profile. Disabled until it is known whether they are. */
export function MuteButtons({ id, name }: { id: number; name: string }) {
  const { data: state } = useQuery(muteStateQuery(id))
  const mute = useMute({ id, name })
  const [blocking, setBlocking] = useState(false)
  const common = { variant: 'ghost', size: 'small', disabled: !state } as const
  const spoken = <span className="sr-only">{name}</span>
  return (
    <>
      <Button {...common} onClick={() => mute.mutate(state?.muted ? 'unmute' : 'mute')}>
        {state?.muted ? <Volume2 aria-hidden className="size-4" /> : <VolumeX aria-hidden className="size-4" />}
        {state?.muted ? 'Unmute' : 'Mute'} {spoken}
      </Button>
      <Button
        {...common}
        {...BlockDialog.preloadHandlers}
        onClick={() => (state?.blocked ? mute.mutate('unblock') : setBlocking(true))}
      >
        <Ban aria-hidden className="size-4" /> {state?.blocked ? 'Unblock' : 'Block'} {spoken}
      </Button>
      <BlockDialog name={name} mute={mute} open={blocking} onOpenChange={setBlocking} />
    </>
  )
}
