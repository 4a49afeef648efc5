import { useState } from 'react'
import { classes } from '#lib/classes.ts'
import { imageUrl } from '#lib/media-url.ts'

const sizes = {
  small: 'size-9 text-sm',
  medium: 'size-12 text-base',
  large: 'size-20 text-2xl',
  huge: 'size-28 text-4xl',
}

/** How many colors of people styles.css has. */
const tints = 8

/** Image width in pixels, enough for every size on high-density screens. */
const portraitWidth = 320

/**
 * A portrait. Shows initials while the image loads and if it fails to load, in a color that depends on `id`. Decorative: the
 * name is shown next to it.
 * `image` may have any form that `mediaUrl` accepts.
 */
export function Avatar({
  id,
  image,
  initials,
  size = 'medium',
  className,
}: {
  /** The id of the user or official. */
  id?: number
  image: string | null | undefined
  initials: string
  size?: keyof typeof sizes
  className?: string
}) {
  const url = imageUrl(image, portraitWidth)
  // Stored with the URL, so that a new image is loaded after another one failed.
  const [result, setResult] = useState<{ url: string; loaded: boolean }>()
  const loaded = result && result.url === url ? result.loaded : undefined
  return (
    <span
      aria-hidden
      translate="no"
      data-person={id === undefined ? undefined : id % tints}
      className={classes(
        'relative inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full',
        'bg-tint font-serif font-semibold text-accent select-none forced-border',
        sizes[size],
        className,
      )}
    >
      {loaded !== true && initials}
      {url && loaded !== false && (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 h-full w-full object-cover object-top"
          onLoad={() => setResult({ url, loaded: true })}
          onError={() => setResult({ url, loaded: false })}
        />
      )}
    </span>
  )
}
