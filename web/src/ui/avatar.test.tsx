// @vitest-environment-options { "url": "https://wtpu.example/" }
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test('shows initials instead of an image over plain HTTP on an HTTPS page', () => {
  const { container } = render(<Avatar image="http://photos.example.org/1.jpg" initials="PD" />)
  expect(window.location.protocol).toBe('https:')
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('PD')
})

test('shows an image over HTTPS', () => {
  const { container } = render(<Avatar image="https://photos.example.org/1.jpg" initials="PD" />)
  expect(container.querySelector('img')?.src).toBe('https://photos.example.org/1.jpg')
})
