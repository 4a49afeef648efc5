import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { localStore } from '#lib/storage.ts'

const themes = [
  { value: 'light', label: 'Light', Icon: Sun },
  { value: 'dark', label: 'Dark', Icon: Moon },
  { value: 'system', label: 'System', Icon: Monitor },
] as const
type Theme = (typeof themes)[number]['value']

const listeners = new Set<() => void>()

function chosenTheme(): Theme {
  const stored = localStore.read('theme')
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Applies the same rule as head-scripts/theme.js, which sets the theme before this module loads. */
function applyTheme(): void {
  const theme = chosenTheme()
  const dark = theme === 'dark' || (theme === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.classList.toggle('dark', dark)
  for (const listener of listeners) listener()
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') localStore.remove('theme')
  else localStore.write('theme', theme)
  applyTheme()
}

/** Also re-applies the theme when the system setting or another tab changes it. Returns an unsubscribe function. */
function subscribe(listener: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  if (listeners.size === 0) {
    system.addEventListener('change', applyTheme)
    window.addEventListener('storage', applyTheme)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    system.removeEventListener('change', applyTheme)
    window.removeEventListener('storage', applyTheme)
  }
}

export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribe, chosenTheme)
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
