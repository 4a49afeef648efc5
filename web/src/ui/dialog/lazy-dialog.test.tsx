import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ComponentType } from 'react'
import { expect, test, vi } from 'vitest'
import { Toaster } from '#ui/toast/toast.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

interface Props {
  open: boolean
  onOpenChange: (open: boolean) => void
}

test('closes a dialog that cannot be loaded and says so, and opens it on the next click, without the message', async () => {
  const load = vi.fn<() => Promise<ComponentType<Props>>>()
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const Dialog = lazyDialog(() => 'Start', load)
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          {open ? 'Opening' : 'Open'}
        </button>
        <Dialog open={open} onOpenChange={setOpen} />
        <Toaster />
      </>
    )
  }
  render(<Page />)

  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Check your connection and try again.')).toBeTruthy()
  // This message stays until it is dismissed.
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response())
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('Probably, the site was updated. Reload the page and try again.')).toBeTruthy()

  load.mockResolvedValue(({ open }) => open && <p>The form</p>)
  await userEvent.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('The form')).toBeTruthy()
  await waitFor(() =>
    expect(screen.queryByText('Probably, the site was updated. Reload the page and try again.')).toBeNull(),
  )
})
