import type { Page } from '@playwright/test'

interface FilePayload {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A picture drawn in the browser: stripes of the color `fill`, or "noise", which cannot be compressed. */
export async function drawImage(page: Page, name: string, fill = 'teal'): Promise<FilePayload> {
  const base64 = await page.evaluate(async (style) => {
    const canvas = new OffscreenCanvas(900, 600)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    if (style === 'noise') {
      const image = context.createImageData(900, 600)
      for (let index = 0; index < image.data.length; index++)
        image.data[index] = index % 4 === 3 ? 255 : Math.random() * 256
      context.putImageData(image, 0, 0)
    } else {
      context.fillStyle = style
      for (let x = 0; x < 900; x += 60) context.fillRect(x, 0, 40, 600)
    }
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  }, fill)
  return { name, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') }
}

/** A WebM video of about one second, recorded in the browser: it begins with black frames. */
export async function recordVideo(page: Page, name: string): Promise<FilePayload> {
  const base64 = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 320
    canvas.height = 180
    const context = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm;codecs=vp8' })
    const chunks: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data))
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.start()
    for (let frame = 0; frame < 24; frame++) {
      if (context) {
        context.fillStyle = frame < 8 ? 'black' : `hsl(${frame * 15} 70% 50%)`
        context.fillRect(0, 0, 320, 180)
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return { name, mimeType: 'video/webm', buffer: Buffer.from(base64, 'base64') }
}
