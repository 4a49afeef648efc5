// @vitest-environment-options { "url": "https://wtpu.example/" }
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('on an https page a picture over plain http is never requested: the initials are shown', () => {
  const { container } = render(<Avatar image="http://photos.example.org/1.jpg" initials="PD" />)
  expect(window.location.protocol).toBe('https:')
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('PD')
})

test('a picture over https is', () => {
  const { container } = render(<Avatar image="https://photos.example.org/1.jpg" initials="PD" />)
  expect(container.querySelector('img')?.src).toBe('https://photos.example.org/1.jpg')
})
