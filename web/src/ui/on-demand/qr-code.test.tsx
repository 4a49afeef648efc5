import { render, screen } from '@testing-library/react'
import { decodeQR } from 'qr/decode.js'
import { expect, test } from 'vitest'
import { QrCode } from './qr-code.tsx'

const scale = 4

/** The pixels of the picture, as a camera sees them. */
function photograph(svg: Element) {
  const size = Number(svg.getAttribute('viewBox')?.split(' ')[2]) * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y] of (svg.querySelector('path')?.getAttribute('d') ?? '').matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < scale; row++)
      for (let column = 0; column < scale; column++) {
        const at = ((Number(y) * scale + row) * size + Number(x) * scale + column) * 4
        data.fill(0, at, at + 3)
      }
  return { width: size, height: size, data }
}

test('a camera reads the text, and a screen reader the label', () => {
  const text = 'otpauth://totp/WTPU:ada%40example.org?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=WTPU'
  render(<QrCode text={text} label="Key for the app" />)
  expect(decodeQR(photograph(screen.getByRole('img', { name: 'Key for the app' })))).toBe(text)
})
