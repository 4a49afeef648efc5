const regions = '[role="tabpanel"], [role="dialog"], section, main'

/**
 * A ref of a control that disappears with what it acts on: it passes its focus on to the heading of the smallest region around
 * it that stays.
 */
export const passFocus = (control: HTMLElement | null) => () => {
  if (document.activeElement !== control) return
  const around: HTMLElement[] = []
  for (let region = control?.closest<HTMLElement>(regions); region;) {
    around.push(region)
    region = region.parentElement?.closest<HTMLElement>(regions)
  }
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const region = around.find(({ isConnected }) => isConnected)
    const target = region?.querySelector<HTMLElement>('h1, h2, h3') ?? region
    if (!target) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}
