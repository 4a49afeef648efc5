import { cloneElement, useEffect, useEffectEvent, type ComponentProps, type ReactElement } from 'react'
import { toast } from '#ui/toast/toast.tsx'

type ButtonProps = ComponentProps<'button'>

/** In place of a menu that could not be loaded: its button, which tries again. The page stays as it is. */
export function MenuNotLoaded({
  button,
  onRetry,
}: {
  button: ReactElement<ButtonProps>
  onRetry: () => Promise<boolean>
}) {
  async function load() {
    if (await onRetry()) return
    toast({
      title: 'The menu could not be opened',
      description: 'Check your connection and try again.',
      variant: 'error',
    })
  }
  const loadOnce = useEffectEvent(load)
  useEffect(() => void loadOnce(), [])
  // The button that was pressed had the focus.
  return cloneElement(button, { autoFocus: true, onClick: () => void load() })
}
