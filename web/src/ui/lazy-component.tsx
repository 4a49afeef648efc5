import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { Button } from './button.tsx'
import { RetryButton } from './retry-button.tsx'

interface NotLoadedProps {
  /** Loads the component again and shows it. Resolves to false if that failed, too. */
  onRetry: () => Promise<boolean>
}

const RetryContext = createContext<NotLoadedProps['onRetry']>(() => Promise.resolve(false))

export interface LazyComponent<Props> {
  (props: Props & { fallback?: ReactNode }): ReactNode
  /** Loads the code. A component that is shown afterwards appears at once, without its fallback. */
  preload: () => Promise<unknown>
  /** Props of the button that shows the component. */
  preloadHandlers: { onPointerEnter: () => void; onFocus: () => void }
}

/**
 * A component whose code is loaded when it is first shown; `fallback` takes its place meanwhile. If loading fails,
 * `NotLoaded` takes its place, until a later try succeeds: a component of `React.lazy` would stay broken, and take the
 * page with it.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<Props & NotLoadedProps> = PartNotLoaded,
): LazyComponent<Props> {
  let current: ComponentType<Props> | undefined
  const loadForNext = async () => (current = await load())
  const newComponent = (): ComponentType<Props> =>
    lazy((): Promise<{ default: ComponentType<Props> }> =>
      loadForNext().then(
        (component) => ({ default: component }),
        () => ({ default: Failed }),
      ),
    )

  function Failed(props: Props) {
    const onRetry = useContext(RetryContext)
    // The next one to be shown tries again.
    useEffect(() => () => void (current = undefined), [])
    return <NotLoaded {...props} onRetry={onRetry} />
  }

  function Lazy(props: Props & { fallback?: ReactNode }) {
    const [Component, setComponent] = useState(() => (current ??= newComponent()))
    const retry = useCallback(async () => {
      const loaded = await loadForNext().catch(() => null)
      if (!loaded) return false
      setComponent(() => loaded)
      return true
    }, [])
    return (
      <RetryContext value={retry}>
        <Suspense fallback={props.fallback}>
          <Component {...props} />
        </Suspense>
      </RetryContext>
    )
  }
  const preload = () => loadForNext().catch(() => undefined)
  const onIntent = () => void preload()
  return Object.assign(Lazy, { preload, preloadHandlers: { onPointerEnter: onIntent, onFocus: onIntent } })
}

/** Tries again when the network is back. After a click that did not help, it also offers to reload the page. */
function PartNotLoaded({ onRetry }: NotLoadedProps) {
  const [tried, setTried] = useState(false)
  useEffect(() => {
    const onOnline = () => void onRetry()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [onRetry])
  const retry = async () => {
    if (!(await onRetry())) setTried(true)
  }
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-soft">
      This part could not be loaded.
      <span className="flex flex-wrap gap-2">
        <RetryButton size="small" onRetry={retry} />
        {tried && (
          <Button variant="ghost" size="small" onClick={() => window.location.reload()}>
            Reload the Page
          </Button>
        )}
      </span>
    </div>
  )
}
