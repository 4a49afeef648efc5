import Monitor from 'lucide-react/icons/monitor'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { useEffect } from 'react'
import { localStore } from '#lib/storage.ts'
import { createStore, useStore } from '#lib/store.ts'
import { liveUpdates, shortcuts, shortDates, tickerSwitch } from '#lib/stored-switch.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'
import { StoredSwitch } from '#ui/small/stored-switch.tsx'

const themes = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
] as const
type Theme = (typeof themes)[number]['value']

function chosenTheme(): Theme {
  const stored = localStore.read('theme')
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

const store = createStore(chosenTheme, [window, 'storage'])

function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStore.remove('theme')
  else localStore.write('theme', theme)
  store.notify()
}

/** What the viewer chooses for this browser. */
export function BrowserSettings() {
  return (
    <>
      <ThemeSwitch />
      <div className="mt-3">
        <StoredSwitch label="Ticker on the home page" of={tickerSwitch} />
        <StoredSwitch label="Live updates" of={liveUpdates} />
        <StoredSwitch label="Single-key shortcuts" of={shortcuts} />
        <StoredSwitch label="Short dates, such as “3h ago”" of={shortDates} />
      </div>
    </>
  )
}

function ThemeSwitch() {
  const theme = useStore(store)
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)')
  const dark = theme === 'dark' || (theme === 'system' && systemIsDark)
  // Applies the same rule as head-scripts/theme.js, which sets the theme before this module loads.
  useEffect(() => void document.documentElement.classList.toggle('dark', dark), [dark])
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Theme</legend>
      <div className="inline-flex flex-wrap rounded-control border border-edge bg-surface p-0.5">
        {themes.map(({ value, label, Icon }) => (
          <label
            key={value}
            className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-3 text-sm font-medium text-soft has-checked:bg-tint has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              value={value}
              checked={theme === value}
              onChange={() => chooseTheme(value)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-4" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
