import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { TextField } from './fields.tsx'
import { SearchField } from './search-field.tsx'

test('an avatar shows initials until its image has loaded, and when the image fails', () => {
  const { container, rerender } = render(<Avatar image="/media/avatars/7.webp" initials="AL" />)
  const image = () => container.querySelector('img')
  expect(container.textContent).toBe('AL')
  fireEvent.load(image() ?? document)
  expect(container.textContent).toBe('')
  rerender(<Avatar image="/media/avatars/gone.webp" initials="AL" />)
  fireEvent.error(image() ?? document)
  expect(container.textContent).toBe('AL')
  expect(image()).toBeNull()
  rerender(<Avatar image={null} initials="AL" />)
  expect(image()).toBeNull()
})

test('a field is described by its hint and error', () => {
  render(<TextField label="Email" hint="Yours" error="Email is required" />)
  const field = screen.getByLabelText('Email')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['Yours', 'Email is required'])
})

test('a loading button ignores clicks', () => {
  const press = vi.fn()
  render(
    <Button loading onClick={press}>
      Send
    </Button>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(press).not.toHaveBeenCalled()
})

test('clicking the label toggles a checkbox', async () => {
  render(<Checkbox label="Remember me" error="Please decide" />)
  await userEvent.click(screen.getByText('Remember me'))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' }).checked).toBe(true)
  expect(screen.getByText('Please decide')).toBeDefined()
})

test('a progress bar is exposed to screen readers only with a label', () => {
  const { rerender } = render(<ProgressBar value={140} label="Yes" />)
  expect(screen.getByRole('progressbar', { name: 'Yes' }).getAttribute('aria-valuenow')).toBe('100')
  rerender(<ProgressBar value={40} />)
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('arrow keys select tabs', async () => {
  function Example() {
    const [value, setValue] = useState<'all' | 'recent'>('all')
    const tabs = [
      { value: 'all', label: 'All Polls' },
      { value: 'recent', label: 'Recent' },
    ] as const
    return (
      <Tabs label="Polls" tabs={tabs} value={value} onChange={setValue}>
        {value}
      </Tabs>
    )
  }
  render(<Example />)
  await userEvent.click(screen.getByRole('tab', { name: 'All Polls' }))
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Recent' }).getAttribute('aria-selected')).toBe('true')
  expect(screen.getByRole('tabpanel').textContent).toBe('recent')
})

test('a dialog takes focus, closes on Escape and returns focus', async () => {
  function Example() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Dialog open={open} onOpenChange={setOpen} title="Oops" description="It went wrong." />
      </>
    )
  }
  render(<Example />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  const dialog = await screen.findByRole('dialog', { name: 'Oops' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('an error state has a Try Again button', async () => {
  const retry = vi.fn()
  render(<ErrorState title="Unable to Load" onRetry={retry} />)
  expect(screen.getByRole('alert').textContent).toContain('Unable to Load')
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(retry).toHaveBeenCalledOnce()
})

test.each(['🗽', '𠮷', 'é'])('a search can have 100 %s, and cuts none in half', async (character) => {
  function Search() {
    const [text, setText] = useState('')
    return <SearchField label="Search" placeholder="Search" value={text} onChange={setText} />
  }
  render(<Search />)
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await userEvent.click(field)
  await userEvent.paste(character.repeat(100))
  expect(field.value).toBe(character.repeat(100))
  await userEvent.paste(character)
  expect(Array.from(field.value)).toHaveLength(100)
})
