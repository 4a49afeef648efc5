import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ReactNode } from 'react'

/** A row of tabs and the panel of the chosen one. `label` names the row for screen readers. */
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
  const choose = (chosen: string) => {
    const tab = tabs.find((one) => one.value === chosen)
    if (tab) onChange(tab.value)
  }
  const row = useRef<HTMLDivElement>(null)
  const place = tabs.findIndex((one) => one.value === value)
  useEffect(() => {
    if (row.current) showChosen(row.current, place)
  }, [place])
  return (
    <Radix.Root value={value} onValueChange={choose}>
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

/** On a phone the row scrolls. Along the row only: `scrollIntoView` would move the page as well. */
function showChosen(row: HTMLElement, place: number): void {
  const chosen = row.children[place]?.getBoundingClientRect()
  const visible = row.getBoundingClientRect()
  if (!chosen) return
  if (chosen.left < visible.left) row.scrollLeft -= visible.left - chosen.left
  else if (chosen.right > visible.right) row.scrollLeft += chosen.right - visible.right
}
