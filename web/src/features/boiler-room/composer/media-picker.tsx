import { maxUnits } from '@wtpu/contract/characters'
import { altMaxLength } from '@wtpu/contract/boiler-room/post-media'
import Captions from 'lucide-react/icons/captions'
import X from 'lucide-react/icons/x'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { descriptionLabel } from '#features/boiler-room/rules.ts'
import { videoIsRare, videoNotPlayableForAll } from '../messages.ts'
import { usePlayable } from '../use-playable.ts'
import type { PickedMedia } from './use-media.ts'

/** A button that opens the file dialog. */
export function MediaPicker({
  label,
  icon: Icon,
  accept,
  multiple,
  disabled,
  onPick,
}: {
  label: 'Image' | 'Video' | 'Captions'
  icon: LucideIcon
  accept: string
  multiple: boolean
  disabled: boolean
  onPick: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={`${label} file`}
        hidden
        disabled={disabled}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // Without this, choosing the same file again fires no change event.
          target.value = ''
        }}
      />
      <Button
        variant="ghost"
        size="small"
        disabled={disabled}
        aria-label={`Add ${label.toLowerCase()}`}
        onClick={() => input.current?.click()}
      >
        <Icon aria-hidden className="size-5 text-accent" />
        {label}
      </Button>
    </>
  )
}

/** The chosen images or video, each with a Remove button and a field for its description. */
export function MediaPreviews({
  media,
  readOnly,
  onDescribe,
  onCaption,
  onRemove,
}: {
  media: readonly PickedMedia[]
  readOnly: boolean
  onDescribe: (id: number, alt: string) => void
  onCaption: (id: number, captions: File | undefined) => void
  onRemove: (id: number) => void
}) {
  if (media.length === 0) return null
  const description = (medium: PickedMedia, index: number) => (
    <TextField
      label={descriptionLabel(media, index)}
      placeholder="What it shows"
      value={medium.alt}
      maxLength={maxUnits(altMaxLength)}
      readOnly={readOnly}
      onChange={({ target }) => onDescribe(medium.id, target.value)}
      className="min-w-0 flex-1"
    />
  )
  return (
    <ul aria-label="Media of your post" className="mt-3 grid gap-3">
      {media.map((medium, index) => (
        <li key={medium.id} className="flex min-w-0 items-start gap-3 rounded-control border border-line p-2">
          {medium.kind === 'image' ? (
            <>
              <ImagePreview medium={medium} />
              {description(medium, index)}
            </>
          ) : (
            <VideoPreview medium={medium} readOnly={readOnly} onCaption={(captions) => onCaption(medium.id, captions)}>
              {description(medium, index)}
            </VideoPreview>
          )}
          <button
            type="button"
            aria-disabled={readOnly || undefined}
            onClick={() => !readOnly && onRemove(medium.id)}
            className="flex size-11 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink aria-disabled:opacity-40"
          >
            <X aria-hidden className="size-5" />
            <span className="sr-only">Remove {medium.kind === 'image' ? `image ${index + 1}` : 'the video'}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const previewClass = 'size-20 shrink-0 sm:size-24 rounded-md object-cover'
/** In pixels of the canvas: twice what is shown. */
const previewSize = 192

async function drawPreview(file: File, canvas: HTMLCanvasElement | null): Promise<void> {
  const frame = await createImageBitmap(file)
  const scale = previewSize / Math.min(frame.width, frame.height)
  const [width, height] = [frame.width * scale, frame.height * scale]
  const [x, y] = [(previewSize - width) / 2, (previewSize - height) / 2]
  canvas?.getContext('2d')?.drawImage(frame, x, y, width, height)
  frame.close()
}

/** Shows the first frame of an animation, so that nothing moves beside a text that is being written. */
function ImagePreview({ medium: { file, url, alt } }: { medium: PickedMedia }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [mayMove, setMayMove] = useState(/gif|png|webp/.test(file.type) && 'createImageBitmap' in window)
  useEffect(() => {
    if (!mayMove) return
    drawPreview(file, canvas.current).catch(() => setMayMove(false))
  }, [file, mayMove])
  const name = alt || file.name
  return mayMove ? (
    <canvas
      ref={canvas}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img would move
      role="img"
      aria-label={name}
      width={previewSize}
      height={previewSize}
      className={previewClass}
    />
  ) : (
    <img src={url} alt={name} className={previewClass} />
  )
}

function VideoPreview({
  medium,
  readOnly,
  onCaption,
  children,
}: {
  medium: PickedMedia
  readOnly: boolean
  onCaption: (captions: File | undefined) => void
  /** They stand below the video, before its captions. */
  children: ReactNode
}) {
  const { isPlayable, handlers } = usePlayable()
  return (
    <div className="min-w-0 flex-1">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the author's own file, shown before the upload */}
      <video
        {...handlers}
        src={medium.url}
        controls
        preload="metadata"
        aria-label={medium.file.name}
        className={classes('aspect-video max-h-72 w-full rounded-md bg-[#000] object-contain', !isPlayable && 'hidden')}
      />
      <output className="block">
        {!isPlayable && <b className="block wrap-anywhere text-ink">{medium.file.name}</b>}
        {(!isPlayable || medium.isRare) && (
          <span className="text-warning">{isPlayable ? videoIsRare : videoNotPlayableForAll}</span>
        )}
      </output>
      <div className="mt-2">{children}</div>
      <CaptionsPicker current={medium.captions?.name} disabled={readOnly} onPick={onCaption} />
    </div>
  )
}

/** Chooses the captions of a video. `current` says which it has. */
export function CaptionsPicker({
  current,
  disabled,
  onPick,
}: {
  current: string | undefined
  disabled: boolean
  onPick: (captions: File | undefined) => void
}) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <MediaPicker
        label="Captions"
        icon={Captions}
        accept=".vtt,.srt,text/vtt"
        multiple={false}
        disabled={disabled}
        onPick={([file]) => file && onPick(file)}
      />
      {current === undefined ? (
        <span className="text-soft">A WebVTT or SubRip file, for people who do not hear it.</span>
      ) : (
        <>
          <span translate="no" className="min-w-0 wrap-anywhere">
            {current}
          </span>
          <Button variant="ghost" size="small" disabled={disabled} onClick={() => onPick(undefined)}>
            Remove <span className="sr-only">the captions</span>
          </Button>
        </>
      )}
    </div>
  )
}

/** The progress of an upload, from 0 to 1, with a Cancel button. */
export function UploadProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const percent = Math.floor(progress * 100)
  const sent = progress >= 1
  return (
    <div className="mt-3 flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex justify-between gap-3 text-sm text-soft tabular-nums">
          {/* Announced only when the phase changes, not for every percent. */}
          <output>{sent ? 'Processing...' : 'Uploading...'}</output>
          <span aria-hidden>{percent}%</span>
        </p>
        <ProgressBar value={percent} label="Upload" />
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel <span className="sr-only">the upload</span>
      </Button>
    </div>
  )
}
