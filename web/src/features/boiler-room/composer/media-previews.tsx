import { altMaxLength } from '@wtpu/contract/posts/media'
import { X } from 'lucide-react'
import { TextField } from '#ui/form/text-field.tsx'
import type { PickedMedia } from './use-media.ts'

/** The chosen images or video, each with a Remove button and, for images, a field for its description. */
export function MediaPreviews({
  media,
  readOnly,
  onDescribe,
  onRemove,
}: {
  media: readonly PickedMedia[]
  readOnly: boolean
  onDescribe: (id: number, alt: string) => void
  onRemove: (id: number) => void
}) {
  if (media.length === 0) return null
  return (
    <ul aria-label="Media of your post" className="mt-3 grid gap-3">
      {media.map((one, index) => (
        <li key={one.id} className="flex min-w-0 items-start gap-3 rounded-control border border-line p-2">
          {one.kind === 'image' ? (
            <>
              <img
                src={one.url}
                alt={one.alt || one.file.name}
                className="size-20 shrink-0 sm:size-24 rounded-md object-cover"
              />
              <TextField
                label={media.length === 1 ? 'Image description' : `Description of image ${index + 1}`}
                placeholder="What it shows"
                value={one.alt}
                maxLength={altMaxLength}
                readOnly={readOnly}
                onChange={({ target }) => onDescribe(one.id, target.value)}
                className="min-w-0 flex-1"
              />
            </>
          ) : (
            // oxlint-disable-next-line jsx-a11y/media-has-caption -- the author's own file, shown before the upload
            <video
              src={one.url}
              controls
              preload="metadata"
              aria-label={one.file.name}
              className="aspect-video max-h-72 min-w-0 flex-1 rounded-md bg-[#000] object-contain"
            />
          )}
          <button
            type="button"
            aria-disabled={readOnly || undefined}
            onClick={() => !readOnly && onRemove(one.id)}
            className="flex size-11 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink aria-disabled:opacity-40"
          >
            <X aria-hidden className="size-5" />
            <span className="sr-only">Remove {one.kind === 'image' ? `image ${index + 1}` : 'the video'}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
