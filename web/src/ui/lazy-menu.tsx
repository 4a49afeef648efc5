import { cloneElement, useEffect, useEffectEvent, useState } from 'react'
import type { ComponentProps, ComponentType, ReactElement } from 'react'
import { lazyComponent } from './lazy-component.tsx'
import { sayNotOpened } from './toast/not-opened.tsx'

interface MenuProps {
  /** Opens the menu. It passes its props on to a `button` element. */
  button: ReactElement<ComponentProps<'button'>>
}

/**
 * A menu or panel that opens at its button. Its code is loaded on hover, focus or click. If that fails, the button stays,
 * a toast says so, and the next click tries again.
 */
export function lazyMenu<Props extends MenuProps>(
  load: () => Promise<ComponentType<Props>>,
  popup: 'menu' | 'dialog' = 'menu',
): (props: Props) => ReactElement {
  const Loaded = lazyComponent(load, NotLoaded)
  return function LazyMenu(props) {
    const [requested, setRequested] = useState(false)
    const closed = cloneElement(props.button, {
      'aria-haspopup': popup,
      'aria-expanded': false,
      ...Loaded.preloadHandlers,
      onClick: () => setRequested(true),
    })
    return requested ? <Loaded {...props} fallback={closed} /> : closed
  }
}

function NotLoaded({ button, onRetry }: MenuProps & { onRetry: () => Promise<boolean> }) {
  async function load() {
    if (!(await onRetry())) await sayNotOpened()
  }
  const loadOnce = useEffectEvent(load)
  useEffect(() => void loadOnce(), [])
  // The button that was pressed had the focus.
  return cloneElement(button, { autoFocus: true, onClick: () => void load() })
}
