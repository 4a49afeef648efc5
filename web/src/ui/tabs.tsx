import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'

/** A tab list and the panel of the selected tab. `label` is the accessible name of the list. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: {
  label: string
  tabs: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  children: ReactNode
}) {
  const select = (selected: string) => {
    const tab = tabs.find((one) => one.value === selected)
    if (tab) onChange(tab.value)
  }
  const row = useRef<HTMLDivElement>(null)
  const selectedIndex = tabs.findIndex((one) => one.value === value)
  useEffect(() => {
    if (row.current) scrollToTab(row.current, selectedIndex)
  }, [selectedIndex])
  return (
    <Radix.Root value={value} onValueChange={select}>
      <Radix.List
        ref={row}
        aria-label={label}
        className="edge-fade mb-6 flex overflow-x-auto border-b border-line sm:gap-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-soft transition-colors duration-150 hover:text-ink focus-visible:-outline-offset-4 data-[state=active]:border-accent data-[state=active]:text-accent sm:px-4"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className="focus-visible:outline-offset-8">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

/** On phones the tab list scrolls horizontally. `scrollIntoView` would scroll the page too. */
function scrollToTab(row: HTMLElement, index: number): void {
  const tab = row.children[index]?.getBoundingClientRect()
  const visible = row.getBoundingClientRect()
  if (!tab) return
  if (tab.left < visible.left) row.scrollLeft -= visible.left - tab.left
  else if (tab.right > visible.right) row.scrollLeft += tab.right - visible.right
}
