import { useEffect, useState, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

/**
 * A row of the list of replies. Browsers skip the layout of rows far from the viewport, and remember their height. Until a
 * row was laid out once, they would guess it, and what is read would move when the guess turns out to be wrong.
 */
export function ReplyRow({ guessHeight, children }: { guessHeight: boolean; children: ReactNode }) {
  const [skippable, setSkippable] = useState(guessHeight)
  useEffect(() => {
    if (skippable) return undefined
    // Heights are remembered at the end of a frame, so the second one can rely on it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setSkippable(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [skippable])
  return (
    <li
      className={classes(
        'border-line px-2 py-4 [contain-intrinsic-block-size:auto_14rem] not-first:border-t',
        skippable && '[content-visibility:auto]',
      )}
    >
      {children}
    </li>
  )
}
