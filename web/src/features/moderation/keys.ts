/** Listens to letters, unless the viewer types or a dialog is open. @returns a function that stops. */
export function onKeys(keys: Record<string, () => void>): () => void {
  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event
    const isTyping =
      target instanceof Element && target.closest('input:not([type=radio]), textarea, select, [role=dialog]')
    const act = keys[key]
    if (!act || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    act()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}
