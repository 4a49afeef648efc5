import { useEffect, useState } from 'react'

export interface SettingsSection {
  /** The id of its element. */
  id: string
  title: string
}

/** Links to the sections of a page, of which the one that is being read is marked. A row on phones, a column beside the page on wide screens. */
export function SettingsNav({ sections }: { sections: readonly SettingsSection[] }) {
  const current = useCurrentSection(sections.map(({ id }) => id).join(' ')) ?? sections[0]?.id
  return (
    <nav
      aria-label="Settings"
      className="min-w-0 max-lg:edge-fade max-lg:overflow-x-auto tall:lg:sticky tall:lg:top-24 tall:lg:max-h-[calc(100dvh-7rem)] tall:lg:overflow-y-auto"
    >
      <ul className="flex lg:flex-col">
        {sections.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              aria-current={id === current || undefined}
              className="flex min-h-11 items-center border-line px-3 text-sm font-medium text-soft hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-accent aria-[current]:text-accent max-lg:border-b-2 lg:border-l-2"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The id of the first section in the upper part of the window, if any. `ids` are separated by spaces. */
function useCurrentSection(ids: string): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined') return undefined
    const order = ids.split(' ')
    const visible = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) visible.add(target.id)
          else visible.delete(target.id)
        }
        // Between two sections, the one above stays marked.
        if (visible.size > 0) setCurrent(order.find((id) => visible.has(id)))
      },
      { rootMargin: '-15% 0px -70% 0px' },
    )
    for (const element of order.flatMap((id) => document.getElementById(id) ?? [])) observer.observe(element)
    return () => observer.disconnect()
  }, [ids])
  return current
}
