import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { colors, drawMark } from '#site/share/drawing/frame.ts'

/** `npm run icons` draws the icons of server/src/site/manifest.ts from the logo. */
const folder = new URL('../../../web/public/', import.meta.url)

/** Where `size` is the width of the icon, and the logo takes `share` of it. */
async function drawIcon(size: number, share: number, background?: string): Promise<Buffer> {
  const mark = size * share
  const start = (size - mark) / 2
  const back = background === undefined ? '' : `<rect width="${size}" height="${size}" fill="${background}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${back}${drawMark(start, start, mark)}</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
}

const write = (name: string, bytes: Buffer) => writeFile(fileURLToPath(new URL(name, folder)), bytes)

/** An ICO file with one PNG of `size` pixels: a header, one entry, the image. */
function toIco(png: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt8(size, 6)
  header.writeUInt8(size, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

await write('icon-192.png', await drawIcon(192, 1))
await write('icon-512.png', await drawIcon(512, 1))
// Browsers and other programs ask for it without being told.
await write('favicon.ico', toIco(await drawIcon(32, 1), 32))
// Systems cut these to their own shape. The background continues the logo's square.
await write('icon-maskable-512.png', await drawIcon(512, 0.8, colors.brand))
await write('apple-touch-icon.png', await drawIcon(180, 0.9, colors.brand))
