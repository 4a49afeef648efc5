import { imageVariant } from '@wtpu/contract/images'
import type { PostMedia } from '@wtpu/contract/boiler-room/post-media'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useEffect, useEffectEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { AnimationButton, useAnimation } from './animated-image.tsx'

const largeWidth = 1920

/** A dialog with one image in full, and buttons and arrow keys for the other images of the post. */
export function ImageLightbox({
  open,
  onOpenChange,
  images,
  shown,
  onShow,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  images: PostMedia[]
  /** The index of the image. */
  shown: number
  onShow: (index: number) => void
}) {
  const image = images[shown]
  const move = (steps: number) => onShow((shown + steps + images.length) % images.length)
  useArrowKeys(open && images.length > 1, move)
  if (!image) return null
  const name = images.length === 1 ? 'Image' : `Image ${shown + 1} of ${images.length}`
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={name}
      wide
      actions={
        images.length > 1 && (
          <>
            <Button variant="secondary" onClick={() => move(-1)}>
              <ChevronLeft aria-hidden className="size-4" /> Previous
            </Button>
            <Button variant="secondary" onClick={() => move(1)}>
              Next <ChevronRight aria-hidden className="size-4" />
            </Button>
          </>
        )
      }
    >
      <FullImage key={image.file} image={image} name={name} />
      <p dir="auto" aria-hidden className="mt-3 text-soft wrap-anywhere">
        {image.alt || 'No description'}
      </p>
      <output className="sr-only">{open && `${name}: ${image.alt || 'No description'}`}</output>
    </Dialog>
  )
}

function FullImage({ image, name }: { image: PostMedia; name: string }) {
  const animation = useAnimation(image)
  return (
    <>
      <img
        src={animation.still ?? imageVariant(image.file, largeWidth)}
        width={image.width || undefined}
        height={image.height || undefined}
        alt={image.alt}
        className="mx-auto h-auto max-h-[60dvh] w-auto max-w-full rounded-control bg-sunken object-contain"
      />
      {animation.isAnimated && <AnimationButton animation={animation} of={name} className="mt-3" />}
    </>
  )
}

function useArrowKeys(active: boolean, move: (steps: number) => void) {
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') move(-1)
    if (key === 'ArrowRight') move(1)
  })
  useEffect(() => {
    if (!active) return undefined
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [active])
}
