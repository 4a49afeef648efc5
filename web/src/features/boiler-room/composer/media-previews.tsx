import { altMaxLength } from '@wtpu/contract/posts'
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
    <ul aria-label="Media of your post" className="mt-3 grid gap-3 sm:grid-cols-2">
      {media.map((one, index) => (
        <li key={one.id} className="min-w-0 rounded-control border border-line bg-sunken p-2">
          <div className="relative overflow-hidden rounded-control">
            {one.kind === 'image' ? (
              <img src={one.url} alt={one.alt || one.file.name} className="h-40 w-full object-cover" />
            ) : (
              // oxlint-disable-next-line jsx-a11y/media-has-caption -- the author's own file, shown before the upload
              <video
                src={one.url}
                controls
                preload="metadata"
                aria-label={one.file.name}
                className="h-40 w-full bg-ink"
              />
            )}
            {!readOnly && (
              <button
                type="button"
                onClick={() => onRemove(one.id)}
                className="absolute top-1 right-1 flex size-11 items-center justify-center rounded-full border border-line bg-surface text-ink shadow-raised hover:bg-sunken"
              >
                <X aria-hidden className="size-5" />
                <span className="sr-only">Remove {one.kind === 'image' ? `image ${index + 1}` : 'the video'}</span>
              </button>
            )}
          </div>
          {one.kind === 'image' && (
            <TextField
              label={media.length === 1 ? 'Image description' : `Description of image ${index + 1}`}
              placeholder="For people who cannot see it"
              value={one.alt}
              maxLength={altMaxLength}
              readOnly={readOnly}
              onChange={({ target }) => onDescribe(one.id, target.value)}
              className="mt-2"
            />
          )}
        </li>
      ))}
    </ul>
  )
}
