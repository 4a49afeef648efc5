import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { colors, drawMark } from '#site/share/drawing/frame.ts'

/** `npm run icons` draws the icons of web/public/manifest.webmanifest from the logo. */
const folder = new URL('../../../web/public/', import.meta.url)

/** Where `size` is the width of the icon, and the logo takes `share` of it. */
async function drawIcon(name: string, size: number, share: number, background?: string): Promise<void> {
  const mark = size * share
  const start = (size - mark) / 2
  const back = background === undefined ? '' : `<rect width="${size}" height="${size}" fill="${background}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${back}${drawMark(start, start, mark)}</svg>`
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer()
  await writeFile(fileURLToPath(new URL(name, folder)), png)
}

await drawIcon('icon-192.png', 192, 1)
await drawIcon('icon-512.png', 512, 1)
// Systems cut these to their own shape. The background continues the logo's square.
await drawIcon('icon-maskable-512.png', 512, 0.8, colors.brand)
await drawIcon('apple-touch-icon.png', 180, 0.9, colors.brand)
