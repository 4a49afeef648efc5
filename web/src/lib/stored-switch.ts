import { localStore } from './storage.ts'
import { createStore, useStore } from './store.ts'

/** A setting of this browser that is on until the viewer switches it off. `key` is "true" while it is off. */
function storedSwitch(key: string) {
  const { read: isOn, notify, subscribe } = createStore(() => localStore.read(key) !== 'true', [window, 'storage'])
  function set(on: boolean): void {
    localStore.write(key, String(!on))
    notify()
  }
  return { isOn, subscribe, set, use: () => useStore({ read: isOn, subscribe }) }
}

/** The ticker of the home page. */
export const tickerSwitch = storedSwitch('wtpu-ticker-closed')
/** All lines of the ticker on a phone, and its buttons. */
export const tickerUnfolded = storedSwitch('wtpu-ticker-folded')
/** Single letters and "/" act as commands. Speech control types each spoken letter, so its users switch this off. */
export const shortcuts = storedSwitch('wtpu-keys-off')
/** What is shown changes by itself. */
export const liveUpdates = storedSwitch('wtpu-live-off')
/** Times are shown as ages and days, not as full dates. */
export const shortDates = storedSwitch('wtpu-full-dates')
