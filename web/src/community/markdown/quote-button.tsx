import Quote from 'lucide-react/icons/quote'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { Button } from '#ui/button.tsx'
import { quoteText } from './quote.ts'

interface SelectedText {
  text: string
  id: string
  /** The position of the button within the area. */
  top: number
  left: number
}

/** About the width of the button, so that it stays within the area. */
const buttonWidth = 110

/**
 * A Quote button at the text that the reader selects in the area.
 *
 * @param props.onQuote Receives the text as Markdown quote and the `quoteId` of its source.
 */
export function QuoteButton({
  area,
  onQuote,
}: {
  area: RefObject<HTMLElement | null>
  onQuote: (quote: string, quoteId: string) => void
}) {
  const [selected, setSelected] = useState<SelectedText>()
  useSelectedText(() => setSelected(area.current ? findSelectedText(area.current) : undefined))

  function quote({ text, id }: SelectedText) {
    document.getSelection()?.removeAllRanges()
    setSelected(undefined)
    onQuote(quoteText(text), id)
  }
  if (!selected) return null
  return (
    <Button
      variant="secondary"
      size="small"
      className="absolute z-10 shadow-float"
      style={{ top: selected.top, left: selected.left }}
      // Pressing a button must not clear the selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => quote(selected)}
    >
      <Quote aria-hidden className="size-4" />
      Quote
    </Button>
  )
}

/** Calls `onChange` when the selection has changed, but not while the pointer is still selecting. */
function useSelectedText(onChange: () => void): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const listening = new AbortController()
    let pressed = false
    const listen = (type: string, listener: () => void) =>
      document.addEventListener(type, listener, { signal: listening.signal })
    listen('pointerdown', () => void (pressed = true))
    for (const type of ['pointerup', 'pointercancel']) {
      listen(type, () => {
        pressed = false
        changed()
      })
    }
    listen('selectionchange', () => {
      if (!pressed) changed()
    })
    // Text may have been selected before this code was loaded.
    changed()
    return () => listening.abort()
  }, [])
}

function findSelectedText(area: HTMLElement): SelectedText | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const source = quotedElement(selection.anchorNode)
  const text = selection.toString()
  if (!source || source !== quotedElement(selection.focusNode) || !area.contains(source) || text.trim() === '') {
    return undefined
  }
  const frame = area.getBoundingClientRect()
  const range = selection.getRangeAt(0).getBoundingClientRect()
  return {
    text,
    id: source.dataset['quoteId'] ?? '',
    top: range.bottom - frame.top + 8,
    left: Math.max(0, Math.min(range.left - frame.left, frame.width - buttonWidth)),
  }
}

function quotedElement(node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest<HTMLElement>('[data-quote-id]') ?? null
}
