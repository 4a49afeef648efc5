import { shortcuts } from '#lib/stored-switch.ts'

const typingOrDialog = 'input:not([type=radio]), textarea, select, [contenteditable], [role$="dialog"]'

/**
 * Calls what belongs to a pressed key, unless the viewer types, a dialog is open, or shortcuts are switched off. Letters act
 * only while focus is within `area`, because speech control types them anywhere on the page.
 * @returns a function that stops
 */
export function onShortcuts(keys: Record<string, () => void>, area: EventTarget = document): () => void {
  function onKeyDown(event: Event) {
    if (!(event instanceof KeyboardEvent) || event.ctrlKey || event.metaKey || event.altKey) return
    const { target, key } = event
    const act = keys[key]
    if (!act || !shortcuts.isOn() || (target instanceof Element && target.closest(typingOrDialog))) return
    event.preventDefault()
    act()
  }
  area.addEventListener('keydown', onKeyDown)
  return () => area.removeEventListener('keydown', onKeyDown)
}
