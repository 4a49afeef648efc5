import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Breakable, longestWord } from './breakable.tsx'

test('lets usernames and emails break after signs and before numbers', () => {
  const { container } = render(<Breakable>ada.lovelace42@mail.example</Breakable>)
  expect(container.innerHTML).toBe('ada.<wbr>lovelace<wbr>42@<wbr>mail.<wbr>example')
})

test('counts the letters of the longest word, which can break after a hyphen', () => {
  expect(longestWord('Ana Ruiz-Lópezgarcía')).toEqual({ '--letters': 11 })
  expect(longestWord('')).toEqual({ '--letters': 1 })
})
