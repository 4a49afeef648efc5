import { useId, useRef, useState } from 'react'

/** The state of a text that is folded to its start: attributes for the text, and the button below it. */
export function useFold<E extends HTMLElement>(isLong: boolean) {
  const [unfolded, setUnfolded] = useState(false)
  const ref = useRef<E>(null)
  const id = useId()
  const folded = isLong && !unfolded

  function toggle() {
    setUnfolded(folded)
    // The end of a long text may be far below its start. Keep the reader at the text.
    if (!folded && (ref.current?.getBoundingClientRect().top ?? 0) < 0) ref.current?.scrollIntoView()
  }
  return { folded, toggle, textProps: { ref, id } }
}

/** `of` names the content for screen readers, `controls` is the id of the text. */
export function FoldButton({
  folded,
  onToggle,
  of,
  controls,
}: {
  folded: boolean
  onToggle: () => void
  of: string
  controls: string
}) {
  return (
    <button
      type="button"
      aria-expanded={!folded}
      aria-controls={controls}
      onClick={onToggle}
      className="text-link min-h-11 font-semibold"
    >
      {folded ? 'Show more' : 'Show less'} <span className="sr-only">of {of}</span>
    </button>
  )
}
