/**
 * As the ref of what the viewer has just posted, while the focus is still in the form. Near the bottom of the window, bars and the
 * message that it was posted would cover it.
 */
export function showSent(row: HTMLElement | null): void {
  const isWriting = document.activeElement?.closest('form')
  if (row && isWriting && row.getBoundingClientRect().bottom > 0.7 * window.innerHeight)
    row.scrollIntoView({ block: 'center' })
}
