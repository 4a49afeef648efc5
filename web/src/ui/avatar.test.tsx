// @vitest-environment-options { "url": "https://wtpu.example/" }
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from './avatar.tsx'

test.each(['http://photos.example.org/1.jpg', 'https://photos.example.org/1.jpg', '//photos.example.org/1.jpg'])(
  'shows initials instead of %s, an image of another site',
  (image) => {
    const { container } = render(<Avatar image={image} initials="PD" />)
    expect(container.querySelector('img')).toBeNull()
    expect(container.textContent).toBe('PD')
  },
)

test('shows an image of this site', () => {
  const { container } = render(<Avatar image="/media/officials/1-640.webp" initials="PD" />)
  expect(container.querySelector('img')?.src).toBe('https://wtpu.example/media/officials/1-320.webp')
})

test('gives a person one of eight colors, always the same', () => {
  const tintOf = (id?: number) =>
    render(<Avatar id={id} image={null} initials="PD" />)
      .container.querySelector('[aria-hidden]')
      ?.getAttribute('data-person')
  expect([1, 2, 9, 16].map(tintOf)).toEqual(['1', '2', '1', '0'])
  expect(tintOf()).toBeNull()
})
