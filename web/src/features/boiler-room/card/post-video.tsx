import type { PostMedia } from '@wtpu/contract/posts/media'
import { aspectRatio } from './rules.ts'

/** The video that plays, if any: another one that starts pauses it. */
let playing: HTMLVideoElement | undefined

export function PostVideo({ video, of }: { video: PostMedia; of: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- members upload no captions; their description is the label
    <video
      src={video.file}
      poster={video.poster ?? undefined}
      controls
      playsInline
      preload="metadata"
      aria-label={video.alt || `Video in ${of}`}
      width={video.width || undefined}
      height={video.height || undefined}
      style={{ aspectRatio: aspectRatio(video, { min: 1, max: 2.4, fallback: 16 / 9 }) }}
      onPlay={({ currentTarget }) => {
        if (playing !== currentTarget) playing?.pause()
        playing = currentTarget
      }}
      className="mt-3 h-auto w-full rounded-control bg-[#000] object-contain"
    />
  )
}
