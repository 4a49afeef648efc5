import { expect, test, vi } from 'vitest'
import { keepToastsAbove } from './keep-toasts-above.ts'

const toastOffset = () => document.documentElement.style.getPropertyValue('--toast-offset')

test.each([
  ['a bar at the bottom', 640, 740, '100px'],
  ['a card floating above the bottom', 600, 724, '140px'],
  ['a bar above the footer that no longer sticks', 540, 640, '200px'],
  ['a bar with enough space for a toast below it', 400, 500, ''],
  ['a bar at the top', 64, 164, ''],
  ['a bar below a low window, where it does not stick', 800, 900, ''],
])('sets the toast offset for %s', (_, top, bottom, expected) => {
  vi.stubGlobal('innerHeight', 740)
  const bar = document.createElement('section')
  vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 360, bottom - top))
  const cleanUp = keepToastsAbove(bar)
  window.dispatchEvent(new Event('scroll'))
  expect(toastOffset()).toBe(expected)

  cleanUp()
  window.dispatchEvent(new Event('scroll'))
  expect(toastOffset()).toBe('')
})

test('follows the element when the bar of members comes below it', () => {
  let resize = () => {}
  const observe = vi.fn<ResizeObserver['observe']>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = observe
      disconnect() {}
      constructor(measure: () => void) {
        resize = measure
      }
    },
  )
  vi.stubGlobal('innerHeight', 740)
  const bar = document.createElement('section')
  const place = vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 647, 360, 93))
  const cleanUp = keepToastsAbove(bar)
  resize()
  expect(toastOffset()).toBe('93px')

  place.mockReturnValue(new DOMRect(0, 591, 360, 93))
  expect(observe).toHaveBeenCalledWith(document.documentElement, { box: 'border-box' })
  resize()

  expect(toastOffset()).toBe('149px')
  cleanUp()
})
