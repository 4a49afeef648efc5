import { lazy, type ComponentType } from 'react'

/** A part that is fetched when it is wanted. Without a network it says so in its place, and the page goes on. */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy((): Promise<{ default: ComponentType<Props> }> =>
    load().then(
      (part) => ({ default: part }),
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
