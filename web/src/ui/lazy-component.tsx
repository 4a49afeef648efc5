import { lazy, type ComponentType } from 'react'

/** A lazily loaded component. If loading fails, it renders an error instead of crashing the page. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy((): Promise<{ default: ComponentType<Props> }> =>
    load().then(
      (component) => ({ default: component }),
      () => ({ default: NotLoaded }),
    ),
  )
}

function NotLoaded() {
  return (
    <p role="alert" className="text-sm text-soft">
      This part could not be loaded. Reload the page to try again.
    </p>
  )
}
