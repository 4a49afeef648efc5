import { officeName, type Politician } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { toListPage } from '#lib/api/pages.ts'
import { Combobox, type ComboboxItem } from '#ui/on-demand/combobox.tsx'
import { politicianQuery, politicianSearchQuery } from './politician-api.ts'

const debounceMs = 250

/** Selects a politician, searched on the server by name, office or state. `value` is a politician id. */
export function PoliticianSelect({
  label = 'Politician',
  placeholder,
  hint,
  error,
  value,
  onChange,
  className,
}: {
  label?: string
  placeholder: string
  hint?: string
  error?: ReactNode
  value: number | undefined
  onChange: (id: number | undefined) => void
  className?: string
}) {
  const selected = useQuery({ ...politicianQuery(value ?? 0), enabled: value !== undefined })
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const search = useDebounced(text.trim())
  const found = useQuery({ ...politicianSearchQuery(search), enabled: opened })
  const items = found.data ? toListPage(found.data).results.map(toItem) : []
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      hint={hint}
      error={error}
      className={className}
      selected={value === undefined ? null : selectedItem(value, selected.data, selected.isError)}
      items={items}
      status={statusOf(found.isPending, found.isError, items.length)}
      onOpen={() => setOpened(true)}
      onSearch={setText}
      onSelect={(item) => {
        setText('')
        onChange(item?.id)
      }}
    />
  )
}

function selectedItem(id: number, found: Politician | undefined, failed: boolean): ComboboxItem {
  return found ? toItem(found) : { id, name: failed ? `Politician ${id}` : 'Loading...' }
}

function toItem({ id, name, office, state }: Politician): ComboboxItem {
  return { id, name, note: `${officeName(office)}, ${stateName(state)}` }
}

function statusOf(pending: boolean, failed: boolean, count: number): string | undefined {
  if (pending) return 'Loading politicians...'
  if (failed && count === 0) return 'The politicians could not be loaded.'
  return count === 0 ? 'No politicians found' : undefined
}

export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
