/** Seconds. Videos often begin with a black frame. */
const candidates = [0.1, 0.5, 1, 2, 4]
const timeLimitMs = 5_000
const posterMaxWidth = 1280
const posterQuality = 0.8
/** A frame whose mean brightness (0 to 255) is lower counts as black. */
const minBrightness = 16

/** How sample descriptions name HEVC, MPEG-4 part 2, H.263 and Motion JPEG. Phones that record HEVC also play it. */
const rareFormats = /stsd[^]{12}(?:hvc1|hev1|dvh1|dvhe|mp4v|s263|h263|jpeg|mjp[ab])/
/** Descriptions are near the start or the end of a file. */
const describedBytes = 2 * 1024 * 1024

/** Whether a video is in a format that many browsers cannot play, even if this one can. */
export async function isRareFormat(file: Blob): Promise<boolean> {
  const text = async (part: Blob) => new TextDecoder('latin1').decode(await part.arrayBuffer())
  return (
    rareFormats.test(await text(file.slice(0, describedBytes))) ||
    rareFormats.test(await text(file.slice(-describedBytes)))
  )
}

/**
 * The duration of a video, and its first frame that is not black as JPEG. Without a poster if the browser cannot decode the
 * video or takes too long.
 */
export async function inspectVideo(file: File): Promise<{ seconds: number; poster: Blob | undefined }> {
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  const deadline = AbortSignal.timeout(timeLimitMs)
  try {
    video.muted = true
    video.playsInline = true
    video.preload = 'auto'
    video.src = url
    await eventOf(video, 'loadeddata', deadline)
    const seconds = video.duration
    return { seconds, poster: await findPoster(video, deadline).catch(() => undefined) }
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

async function findPoster(video: HTMLVideoElement, deadline: AbortSignal): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas')
  const scale = Math.min(1, posterMaxWidth / video.videoWidth)
  canvas.width = Math.round(video.videoWidth * scale)
  canvas.height = Math.round(video.videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || canvas.width === 0 || canvas.height === 0) return undefined
  // Recordings of the browser have an infinite duration until they have been played.
  const times = candidates.filter((time, index) => index === 0 || time < video.duration)
  for (const time of times) {
    video.currentTime = Math.min(time, Number.isFinite(video.duration) ? video.duration / 2 : time)
    await eventOf(video, 'seeked', deadline)
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    if (brightness(context) >= minBrightness) return toJpeg(canvas)
  }
  // All frames are dark. The last one is still better than none.
  return toJpeg(canvas)
}

function brightness(context: CanvasRenderingContext2D): number {
  const { data } = context.getImageData(0, 0, context.canvas.width, context.canvas.height)
  let sum = 0
  let count = 0
  // Every 16th pixel is enough.
  for (let index = 0; index < data.length; index += 64) {
    sum += Math.max(data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

function toJpeg(canvas: HTMLCanvasElement): Promise<Blob | undefined> {
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', posterQuality))
}

/** Resolves on the event. Rejects if the video cannot be decoded or the deadline passes. */
function eventOf(video: HTMLVideoElement, name: 'loadeddata' | 'seeked', deadline: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the video has no ${name} event`))
    video.addEventListener(name, () => resolve(), { once: true })
    video.addEventListener('error', fail, { once: true })
    deadline.addEventListener('abort', fail, { once: true })
    if (deadline.aborted) fail()
  })
}
