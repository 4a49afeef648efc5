import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'

/** An animated image shows its first frame, `still`, until the viewer plays it. Other images have no poster. */
export function useAnimation({ poster }: PostMedia) {
  const [isPlaying, setIsPlaying] = useState(false)
  return {
    isAnimated: poster !== null,
    isPlaying,
    still: isPlaying ? null : poster,
    toggle: () => setIsPlaying(!isPlaying),
  }
}

/** Plays and stops an animated image. `of` names it for screen readers. */
export function AnimationButton({
  animation: { isPlaying, toggle },
  of,
  className,
}: {
  animation: ReturnType<typeof useAnimation>
  of: string
  className?: string
}) {
  const Icon = isPlaying ? Pause : Play
  return (
    <Button variant="secondary" size="small" onClick={toggle} className={className}>
      <Icon aria-hidden className="size-4" />
      <span>
        {isPlaying ? 'Stop' : 'Play'} <span className="sr-only">{of}</span>
      </span>
    </Button>
  )
}
