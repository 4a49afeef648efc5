import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import ImageOff from 'lucide-react/icons/image-off'
import { useId, useState } from 'react'
import { classes } from '#lib/classes.ts'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'
import { videoNotPlayable } from '../messages.ts'
import { usePlayable } from '../use-playable.ts'
import { AnimationButton, useAnimation } from './animated-image.tsx'
import { aspectRatio, imageSources, singleImageRatio, singleImageSizes, singleImageWidth } from '../rules.ts'

const ImageLightbox = lazyDialog(
  () => 'Image',
  () => import('./image-lightbox.tsx').then((module) => module.ImageLightbox),
)

/** Up to four images as a grid that opens in a lightbox, or one video. */
export function PostMediaView({ media, of }: { media: PostMedia[]; of: string }) {
  const images = media.filter(({ kind }) => kind === 'image')
  const video = media.find(({ kind }) => kind === 'video')
  if (video) return <PostVideo video={video} of={of} />
  return images.length > 0 && <ImageGrid images={images} of={of} />
}

function ImageGrid({ images, of }: { images: PostMedia[]; of: string }) {
  const [shown, setShown] = useState<number>()
  const single = images.length === 1 ? images[0] : undefined
  return (
    <>
      <ul
        className={classes('mt-3 grid gap-1 overflow-hidden rounded-control', !single && 'grid-cols-2')}
        style={{ width: single && singleImageWidth(single) }}
      >
        {images.map((image, index) => (
          <li
            key={image.file}
            className={classes('relative', images.length === 3 && index === 0 && 'row-span-2')}
            style={{ aspectRatio: single ? singleImageRatio(single) : cellRatio(images.length, index) }}
          >
            <ImageCell
              image={image}
              name={`image ${single ? '' : `${index + 1} of ${images.length} `}in ${of}`}
              sizes={single ? singleImageSizes(image) : '(width < 48rem) 50vw, 21rem'}
              onOpen={() => setShown(index)}
            />
          </li>
        ))}
      </ul>
      <ImageLightbox
        open={shown !== undefined}
        onOpenChange={() => setShown(undefined)}
        images={images}
        shown={shown ?? 0}
        onShow={setShown}
      />
    </>
  )
}

/** The first of three images is as high as the other two together. */
function cellRatio(count: number, index: number): number | undefined {
  if (count === 3 && index === 0) return undefined
  return count === 2 ? 1 : 4 / 3
}

/** Opens the image, and plays it if it is animated. */
function ImageCell({
  image,
  name,
  sizes,
  onOpen,
}: {
  image: PostMedia
  name: string
  sizes: string
  onOpen: () => void
}) {
  const animation = useAnimation(image)
  return (
    <>
      <button
        type="button"
        onClick={onOpen}
        onPointerEnter={ImageLightbox.preload}
        // Buttons are not printed, but images are.
        className="absolute inset-0 h-full w-full bg-sunken print:block! focus-visible:-outline-offset-4"
      >
        <GridImage image={image} still={animation.still} sizes={sizes} />
        <span className="sr-only">Open {name}</span>
      </button>
      {animation.isAnimated && <AnimationButton animation={animation} of={name} className="absolute bottom-1 left-1" />}
    </>
  )
}

function GridImage({ image, still, sizes }: { image: PostMedia; still: string | null; sizes: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) {
    return (
      <span className="flex h-full w-full flex-col items-center justify-center gap-2 p-2 text-sm text-soft">
        <ImageOff aria-hidden className="size-6" />
        <span className="line-clamp-3 wrap-anywhere">{image.alt || 'This image could not be loaded.'}</span>
      </span>
    )
  }
  return (
    <img
      {...(still === null ? imageSources(image) : { src: still })}
      sizes={sizes}
      width={image.width || undefined}
      height={image.height || undefined}
      alt={image.alt}
      loading="lazy"
      decoding="async"
      onError={() => setFailed(true)}
      className="h-full w-full object-cover"
    />
  )
}

/** The video that plays, if any: another one that starts pauses it. */
let playing: HTMLVideoElement | undefined

function PostVideo({ video, of }: { video: PostMedia; of: string }) {
  const id = useId()
  const { isPlayable, handlers } = usePlayable()
  if (!isPlayable) {
    return (
      <p className="mt-3 rounded-control bg-sunken p-4 text-soft wrap-anywhere">
        {video.alt && <span className="mb-1 block text-ink">{video.alt}</span>}
        <span>{videoNotPlayable}</span>{' '}
        <a href={video.file} download className="inline-flex min-h-11 items-center text-link">
          Download the video
        </a>
      </p>
    )
  }
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- if its author added captions */}
      <video
        {...handlers}
        src={video.file}
        poster={video.poster ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label={`Video in ${of}`}
        aria-describedby={video.alt ? id : undefined}
        width={video.width || undefined}
        height={video.height || undefined}
        style={{ aspectRatio: aspectRatio(video, { min: 1, max: 2.4, fallback: 16 / 9 }) }}
        onPlay={({ currentTarget }) => {
          if (playing !== currentTarget) playing?.pause()
          playing = currentTarget
        }}
        className="mt-3 h-auto w-full rounded-control bg-[#000] object-contain"
      >
        {video.captions !== null && (
          <track key={video.captions} kind="captions" src={video.captions} label="Captions" />
        )}
      </video>
      {video.alt && (
        <p id={id} dir="auto" className="mt-2 text-soft wrap-anywhere">
          {video.alt}
        </p>
      )}
    </>
  )
}
