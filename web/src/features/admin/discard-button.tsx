import { takeFocus } from '#lib/take-focus.ts'
import { Button } from '#ui/button.tsx'

/** Takes back what was typed in its form. The form gets the focus, because the button goes away. */
export const DiscardButton = ({ onDiscard }: { onDiscard: () => void }) => (
  <Button
    variant="ghost"
    onClick={({ currentTarget }) => {
      takeFocus(currentTarget.form)
      onDiscard()
    }}
  >
    Discard changes
  </Button>
)
