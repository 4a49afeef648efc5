import { useEffect, useEffectEvent } from 'react'

/*
 * On a phone, Back closes the topmost open layer (a menu, dialog, drawer or sheet) before it leaves the page. Each open layer has
 * an entry of the browser's history with the URL of its page. The router does not see these entries: a link that is followed
 * in a layer takes the entry's place, and closing a layer in another way goes back by one.
 */

const hasBackGesture = '(width < 48rem), (pointer: coarse)'

interface Entry {
  state: Record<string, unknown> | null
  href: string
}

/** How to close each open layer, the topmost last. */
const layers: (() => void)[] = []
/** The number of history entries of layers below and including the current entry. */
let depth = 0
/** Set while the browser goes back because a layer was closed: what to do on arrival. */
let onArrival: (() => void) | undefined

// Those of the instance belong to the router, which would load the page again.
const { pushState, replaceState } = History.prototype
const write = (method: typeof pushState, { state, href }: Entry, layerCount: number) =>
  method.call(history, { ...state, layers: layerCount }, '', href)
const currentEntry = (): Entry => ({ state: history.state, href: location.href })
const layersOf = (state: Entry['state']) => Number(state?.['layers'] ?? 0)
/** The router's number of a page in the history. */
const pageOf = (state: Entry['state']) => state?.['__TSR_index']

/** What the router has made of the current entry. While the browser is on its way back, its URL is no longer the current one. */
let page = currentEntry()

/** Closes the layer on Back. Its code must be loaded with the layer, not with the page. */
export function useCloseOnBack(open: boolean, close: () => void): void {
  const onBack = useEffectEvent(close)
  useEffect(() => {
    if (!open || !matchMedia(hasBackGesture).matches) return undefined
    const layer = () => onBack()
    layers.push(layer)
    setTimeout(settle)
    return () => {
      const at = layers.indexOf(layer)
      if (at >= 0) layers.splice(at, 1)
      // Later, because a link in the layer that closes it navigates first.
      setTimeout(settle)
    }
  }, [open])
}

/** Adds or removes entries until there is one for each open layer. */
function settle(): void {
  if (onArrival) return
  if (depth < layers.length) {
    page = currentEntry()
    followRouter()
  }
  while (depth < layers.length) write(pushState, page, ++depth)
  if (depth > layers.length) goBack(depth - layers.length)
}

function goBack(steps: number): void {
  depth -= steps
  onArrival = () => write(replaceState, page, depth)
  followRouter()
  history.go(-steps)
}

let stopFollowing: (() => void) | undefined

/** While there are entries of layers, what the router does to the history is done to these. */
function followRouter(): void {
  if (stopFollowing) return
  const ofRouter = { pushState: history.pushState, replaceState: history.replaceState }
  stopFollowing = () => {
    stopFollowing = undefined
    Object.assign(history, ofRouter)
  }
  history.pushState = (state, _, url) => change(true, { state, href: String(url ?? location.href) })
  history.replaceState = (state, _, url) => change(false, { state, href: String(url ?? location.href) })
}

function change(isPush: boolean, next: Entry): void {
  const arrive = onArrival
  if (arrive) {
    onArrival = () => {
      arrive()
      changeNow(isPush ? pushState : replaceState, isPush, next)
    }
  } else {
    // The next page takes the place of the topmost layer's entry.
    changeNow(replaceState, isPush, next)
  }
}

function changeNow(method: typeof pushState, isPush: boolean, next: Entry): void {
  page = next
  if (isPush) {
    depth = 0
    stopFollowing?.()
    // Some layers stay open on the next page.
    setTimeout(settle)
  }
  write(method, next, depth)
}

function onPopState(event: PopStateEvent): void {
  const target: Entry['state'] = event.state
  const count = layersOf(target)
  if (onArrival) {
    event.stopImmediatePropagation()
    const arrive = onArrival
    onArrival = undefined
    arrive()
    settle()
  } else if (depth > 0 && count < depth && pageOf(target) === pageOf(page.state)) {
    event.stopImmediatePropagation()
    depth = count
    write(replaceState, page, count)
    for (const close of layers.slice(count).toReversed()) close()
  } else if (count > depth) {
    // An entry of a layer that is closed: after Forward, or below a page that was opened from a layer in a layer.
    event.stopImmediatePropagation()
    history.go(depth - count)
  } else {
    depth = 0
    for (const close of layers.toReversed()) close()
  }
  if (depth === 0 && !onArrival) stopFollowing?.()
}

// Before the router, which adds its own without `capture`.
addEventListener('popstate', onPopState, { capture: true })

// The page was loaded again while a layer was open.
if (layersOf(history.state) > 0) {
  depth = layersOf(history.state)
  goBack(depth)
}
