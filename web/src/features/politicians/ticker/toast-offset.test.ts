import { expect, test, vi } from 'vitest'
import { keepToastsAbove } from './toast-offset.ts'

const floor = () => document.documentElement.style.getPropertyValue('--toast-offset')

test.each([
  ['a bar at the foot', 640, 740, '100px'],
  ['a card that floats above the foot', 600, 724, '140px'],
  ['a bar that let go and stands above the footer', 540, 640, '200px'],
  ['a bar with room for a toast below it', 400, 500, '0px'],
  ['a bar at the top', 64, 164, '0px'],
])('toasts keep off %s', (_, top, bottom, expected) => {
  vi.stubGlobal('innerHeight', 740)
  const bar = document.createElement('section')
  vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 360, bottom - top))
  const leave = keepToastsAbove(bar)
  window.dispatchEvent(new Event('scroll'))
  expect(floor()).toBe(expected)

  leave()
  window.dispatchEvent(new Event('scroll'))
  expect(floor()).toBe('')
})
