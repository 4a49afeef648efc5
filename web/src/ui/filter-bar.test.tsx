import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FilterBar } from './filter-bar.tsx'
import { SearchField } from './form/search-field.tsx'
import { SelectField } from './form/fields.tsx'

let width: 'phone' | 'desktop'

beforeEach(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      Object.assign(new EventTarget(), {
        media,
        matches: media.includes('<') === (width === 'phone'),
      }) as unknown as MediaQueryList,
  )
})

function Page() {
  const [color, setColor] = useState('')
  return (
    <FilterBar
      label="Find paint"
      activeCount={color === '' ? 0 : 1}
      clearable={color !== ''}
      onSubmit={() => undefined}
      onClear={() => setColor('')}
      className="md:grid-cols-2"
      search={<SearchField placeholder="Search paint..." value="" onChange={() => undefined} />}
    >
      <SelectField label="Color" value={color} onChange={({ target }) => setColor(target.value)}>
        <option value="">All Colors</option>
        <option value="blue">Blue</option>
      </SelectField>
    </FilterBar>
  )
}

const opener = () => screen.getByRole('button', { name: /^Filters/ })
const openSheet = async () => {
  await userEvent.click(opener())
  return screen.findByRole('dialog', { name: 'Filters' })
}

test('shows the filters with a clear button in the form on a wide screen', async () => {
  width = 'desktop'
  render(<Page />)
  expect(screen.queryByRole('button', { name: /^Filters/ })).toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Color'), 'Blue')
  await userEvent.click(screen.getByRole('button', { name: 'Clear All Filters' }))
  expect(screen.getByLabelText<HTMLSelectElement>('Color').value).toBe('')
})

test('shows the filters in a sheet on a phone, with their number on its button', async () => {
  width = 'phone'
  render(<Page />)
  expect(screen.queryByLabelText('Color')).toBeNull()
  expect(opener().textContent).toBe('Filters')
  const sheet = await openSheet()
  await userEvent.selectOptions(within(sheet).getByLabelText('Color'), 'Blue')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Show results' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(opener())
  expect(screen.getByRole('button', { name: 'Filters, 1 active' })).toBe(opener())
})

test('closes the sheet and returns focus to its button when all filters are cleared', async () => {
  width = 'phone'
  render(<Page />)
  const sheet = await openSheet()
  expect(within(sheet).queryByRole('button', { name: 'Clear All Filters' })).toBeNull()
  await userEvent.selectOptions(within(sheet).getByLabelText('Color'), 'Blue')
  await userEvent.click(within(sheet).getByRole('button', { name: 'Clear All Filters' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(opener().textContent).toBe('Filters')
  expect(document.activeElement).toBe(opener())
})

test('closes the sheet on Escape and keeps the selected filter', async () => {
  width = 'phone'
  render(<Page />)
  const sheet = await openSheet()
  await userEvent.selectOptions(within(sheet).getByLabelText('Color'), 'Blue')
  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(opener())
  expect((await openSheet()).querySelector('select')?.value).toBe('blue')
})
