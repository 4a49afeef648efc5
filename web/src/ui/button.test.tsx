import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('a button that is disabled by its own click keeps the focus, ignores clicks, and is disabled once it is left', () => {
  const press = vi.fn<() => void>()
  const { rerender } = render(<Button onClick={press}>Save</Button>)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  button.focus()
  rerender(
    <Button disabled onClick={press}>
      Save
    </Button>,
  )
  expect(document.activeElement).toBe(button)
  expect([button.disabled, button.ariaDisabled]).toEqual([false, 'true'])
  fireEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  fireEvent.blur(button)
  expect([button.disabled, button.ariaDisabled]).toEqual([true, null])
})

test.each([{ title: 'Nothing was changed.' }, { 'aria-describedby': 'why' }])(
  'Tab reaches a disabled button that says why: %o',
  (reason) => {
    const press = vi.fn<() => void>()
    render(
      <Button disabled onClick={press} {...reason}>
        Save
      </Button>,
    )
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect([button.disabled, button.ariaDisabled]).toEqual([false, 'true'])
    fireEvent.click(button)
    expect(press).not.toHaveBeenCalled()
  },
)
