import { useEffect, useEffectEvent, useState, type ComponentType } from 'react'
import { lazyComponent, type LazyComponent } from '#ui/lazy-component.tsx'
import { sayNotOpened } from '#ui/toast/not-opened.tsx'
import { dismissToast } from '#ui/toast/toast.tsx'

interface OpenProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * A dialog whose code is loaded on demand. Once it was open it stays mounted, so that it keeps what was typed and returns
 * focus. A dialog that cannot be loaded closes, and a toast says so.
 */
export function lazyDialog<Props extends OpenProps>(
  titleOf: (props: Props) => string,
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  function NotLoaded(props: Props & { onRetry: () => Promise<boolean> }) {
    const retry = useEffectEvent(async () => {
      // The toast would cover the dialog that opens after all.
      if (await props.onRetry()) return dismissToast()
      props.onOpenChange(false)
      await sayNotOpened(titleOf(props))
    })
    useEffect(() => {
      if (props.open) void retry()
    }, [props.open])
    return null
  }
  const Loaded = lazyComponent(load, NotLoaded)
  function LazyDialog(props: Props) {
    const [used, setUsed] = useState(false)
    if (props.open && !used) setUsed(true)
    return used ? <Loaded {...props} /> : null
  }
  return Object.assign(LazyDialog, { preload: Loaded.preload, preloadHandlers: Loaded.preloadHandlers })
}
