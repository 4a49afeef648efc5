import { officeNames, type Politician } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { toListPage } from '#lib/api/list-page.ts'
import { Combobox, type ComboboxItem } from '#ui/form/combobox.tsx'
import { politicianQuery, politicianSearchQuery } from './politician-api.ts'

const debounce = 250

/** An official out of all there are, searched by name, office or state on the server. `value` is an id. */
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
  error?: string
  value: number | undefined
  onChange: (id: number | undefined) => void
  className?: string
}) {
  const chosen = useQuery({ ...politicianQuery(value ?? 0), enabled: value !== undefined })
  const [opened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const search = useLater(typed.trim())
  const found = useQuery({ ...politicianSearchQuery(search), enabled: opened })
  const items = found.data ? toListPage(found.data).results.map(asItem) : []
  return (
    <Combobox
      label={label}
      placeholder={placeholder}
      hint={hint}
      error={error}
      className={className}
      selected={value === undefined ? null : selectedItem(value, chosen.data, chosen.isError)}
      items={items}
      status={statusOf(found.isPending, found.isError, items.length)}
      onOpen={() => setOpened(true)}
      onSearch={setTyped}
      onSelect={(item) => {
        setTyped('')
        onChange(item?.id)
      }}
    />
  )
}

function selectedItem(id: number, found: Politician | undefined, failed: boolean): ComboboxItem {
  return found ? asItem(found) : { id, name: failed ? `Politician ${id}` : 'Loading...' }
}

function asItem({ id, name, office, state }: Politician): ComboboxItem {
  return { id, name, note: `${officeNames[office]}, ${stateName(state)}` }
}

function statusOf(pending: boolean, failed: boolean, count: number): string | undefined {
  if (pending) return 'Loading politicians...'
  if (failed && count === 0) return 'The politicians could not be loaded.'
  return count === 0 ? 'No politicians found' : undefined
}

/** The text once it rested for a moment. */
function useLater(text: string): string {
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), debounce)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
