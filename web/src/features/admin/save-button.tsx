import { useState, type ComponentProps } from 'react'
import { Button } from '#ui/button.tsx'

/**
 * A button that is disabled while there is nothing to save. A disabled button would lose the focus, for example when it has saved,
 * so it only ignores clicks until the focus leaves it.
 */
export function SaveButton({ disabled = false, ...rest }: ComponentProps<typeof Button>) {
  const [hasFocus, setFocus] = useState(false)
  const keepsFocus = disabled && hasFocus
  return (
    <Button
      {...rest}
      {...(keepsFocus && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
      disabled={disabled && !hasFocus}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    />
  )
}
