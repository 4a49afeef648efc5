import { useState } from 'react'
import { classes } from '#lib/classes.ts'
import { pictureUrl } from '#lib/media-url.ts'

const sizes = {
  small: 'size-9 text-sm',
  medium: 'size-12 text-base',
  large: 'size-20 text-2xl',
  huge: 'size-28 text-4xl',
}

/** Pixels that are enough for every size on a fine screen. */
const portraitWidth = 320

/**
 * A portrait, or initials until it is there and for ever if it fails to load. Decoration: the name stands beside it.
 * `image` is any of the forms the server may send.
 */
export function Avatar({
  image,
  initials,
  size = 'medium',
  className,
}: {
  image: string | null | undefined
  initials: string
  size?: keyof typeof sizes
  className?: string
}) {
  const address = pictureUrl(image, portraitWidth)
  // Remembered per address: a new picture gets its own chance.
  const [seen, setSeen] = useState<{ address: string; loaded: boolean }>()
  const outcome = seen && seen.address === address ? seen.loaded : undefined
  return (
    <span
      aria-hidden
      className={classes(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full',
        'bg-tint font-serif font-semibold text-accent select-none',
        sizes[size],
        className,
      )}
    >
      {outcome !== true && initials}
      {address && outcome !== false && (
        <img
          src={address}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover object-top"
          onLoad={() => setSeen({ address, loaded: true })}
          onError={() => setSeen({ address, loaded: false })}
        />
      )}
    </span>
  )
}
