import { render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import userEvent from '@testing-library/user-event'
import { takeFocus } from './take-focus.ts'

function Page({ isLate = false }: { isLate?: boolean }) {
  const [isDone, setDone] = useState(false)
  return (
    <>
      <input aria-label="Other" />
      {isDone ? (
        <p ref={takeFocus} tabIndex={-1}>
          Done
        </p>
      ) : (
        <button type="button" onClick={() => (isLate ? setTimeout(() => setDone(true), 20) : setDone(true))}>
          Do it
        </button>
      )}
    </>
  )
}

test('what replaces a control takes its focus, unless the focus has moved on', async () => {
  const { unmount } = render(<Page />)
  await userEvent.click(screen.getByRole('button'))
  expect(document.activeElement).toBe(screen.getByText('Done'))
  unmount()

  render(<Page isLate />)
  await userEvent.click(screen.getByRole('button'))
  screen.getByRole('textbox').focus()
  await screen.findByText('Done')
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
