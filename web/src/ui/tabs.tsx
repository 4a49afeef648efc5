import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

interface TabListProps<Value extends string> {
  /** The prefix of the ids that connect tabs with their panels, see `tabPanel`. */
  id: string
  /** The accessible name of the list. */
  label: string
  tabs: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** A tab list and the panel of the selected tab. */
export function Tabs<Value extends string>({
  children,
  ...list
}: Omit<TabListProps<Value>, 'id'> & { children: ReactNode }) {
  const id = useId()
  const row = useRef<HTMLDivElement>(null)
  const selectedIndex = list.tabs.findIndex((tab) => tab.value === list.value)
  useEffect(() => {
    const tab = row.current?.firstElementChild?.children[selectedIndex]
    if (!tab) return undefined
    if (typeof ResizeObserver === 'undefined') return scrollToTab(tab)
    // Runs once after the next layout, and again when counts that arrive later make tabs wider.
    const observer = new ResizeObserver(() => scrollToTab(tab))
    observer.observe(tab)
    return () => observer.disconnect()
  }, [selectedIndex])
  return (
    <>
      <div ref={row}>
        <TabList
          {...list}
          id={id}
          className="edge-fade mb-6 overflow-x-auto sm:gap-1"
          tabClassName="-mb-px shrink-0 px-2.5 whitespace-nowrap transition-colors duration-150 sm:px-4"
        />
      </div>
      <div {...tabPanel(id, list.value)} className="focus-visible:outline-offset-8">
        {children}
      </div>
    </>
  )
}

/** The tabs. Only the selected one can be reached by Tab, the others by arrow keys, Home and End, which select them. */
export function TabList<Value extends string>({
  id,
  label,
  tabs,
  value,
  onChange,
  className,
  tabClassName,
}: TabListProps<Value> & { className?: string; tabClassName?: string }) {
  function onKeyDown(event: KeyboardEvent<HTMLElement>, index: number) {
    const target = targetOf(event.key, index, tabs.length)
    const next = target === undefined ? undefined : tabs[target]
    if (!next || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    document.getElementById(tabId(id, next.value))?.focus()
    onChange(next.value)
  }
  return (
    <div role="tablist" aria-label={label} className={classes('flex border-b border-line', className)}>
      {tabs.map((tab, index) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={tabId(id, tab.value)}
          aria-selected={tab.value === value}
          // Only its panel is certain to be on the page.
          aria-controls={tab.value === value ? panelId(id, value) : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => tab.value !== value && onChange(tab.value)}
          onKeyDown={(event) => onKeyDown(event, index)}
          className={classes(
            'min-h-11 border-b-2 border-transparent font-medium text-soft hover:text-ink',
            'focus-visible:-outline-offset-4 aria-selected:border-accent aria-selected:text-accent',
            tabClassName,
          )}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

const tabId = (id: string, value: string) => `${id}-${value}-tab`
const panelId = (id: string, value: string) => `${id}-${value}-panel`

/** The attributes of the panel of a tab. It takes focus, because it may contain nothing else that does. */
export const tabPanel = (id: string, value: string) => ({
  role: 'tabpanel',
  id: panelId(id, value),
  'aria-labelledby': tabId(id, value),
  tabIndex: 0,
})

function targetOf(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index + count - 1) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** On phones the tab list scrolls horizontally. `scrollIntoView` would scroll the page too. */
function scrollToTab(element: Element): void {
  const row = element.parentElement
  if (!row) return
  const tab = element.getBoundingClientRect()
  const visible = row.getBoundingClientRect()
  if (tab.left < visible.left) row.scrollLeft -= visible.left - tab.left
  else if (tab.right > visible.right) row.scrollLeft += tab.right - visible.right
}
