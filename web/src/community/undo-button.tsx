import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { useNow } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'

/** For how many seconds something can still be taken back. */
export function useSecondsLeft(until: string): number {
  return Math.ceil((Date.parse(until) - useNow(1_000).getTime()) / 1_000)
}

export interface UndoButtonProps {
  /** For screen readers: what is taken back. */
  what: string
  undoing: boolean
  onUndo: () => void
  /** Receives the focus when the button is gone. */
  onUndoEnd: () => void
  className?: string | false
  children?: ReactNode
}

/** The button that takes back a vote or a rating. */
export function UndoButton({ what, undoing, onUndo, onUndoEnd, className, children }: UndoButtonProps) {
  const keepFocus = (button: HTMLButtonElement) => () => {
    if (document.activeElement === button) onUndoEnd()
  }
  return (
    <Button
      ref={keepFocus}
      data-undo
      variant="ghost"
      size="small"
      className={classes('ml-auto', className)}
      aria-disabled={undoing}
      onClick={() => undoing || onUndo()}
    >
      <span className="text-link">Undo</span> <span className="sr-only">{what}</span>
      {children}
    </Button>
  )
}
