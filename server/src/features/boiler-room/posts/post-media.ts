import { readFile, stat } from 'node:fs/promises'
import { imageVariant, imageWidths } from '@wtpu/contract/images'
import {
  captionsProblems,
  imageMaxBytes,
  maxImages,
  mediaProblems,
  videoMaxSeconds,
} from '@wtpu/contract/boiler-room/post-media'
import { notTaken } from '@wtpu/contract/on-demand/rejected-files'
import type { Db } from '#db/client.ts'
import type { postMedia } from '#db/schema/boiler-room.ts'
import { ApiError, invalidInput } from '#http/errors.ts'
import { cleanCaptions, NotCaptions, saveCaptions } from '#media/captions.ts'
import { detectKind, type MediaKind } from '#media/detect-kind.ts'
import { JobRejected, JobsBusy } from '#processes/job-queue.ts'
import { type Media, type SavedImage, saveImage } from '#media/images.ts'
import { markUnused } from '#media/unused-media.ts'
import { cleanVideo } from '#media/video/clean-video.ts'
import { NotAVideo, type Video } from '#media/video/video-file.ts'
import { saveVideo } from '#media/videos.ts'

interface Uploads {
  /** Paths of uploaded files. */
  files: string[]
  poster?: string
  captions?: string
  alts: string[]
}

interface NewImage {
  kind: 'image'
  file: string
  alt: string
}
interface NewVideo {
  kind: 'video'
  file: string
  alt: string
  poster: string | undefined
  /** What is stored of them. */
  captions: string | undefined
  video: Video
}
export type NewMedia = NewImage | NewVideo

export type StoredMedia = Omit<typeof postMedia.$inferInsert, 'postId'>

/** The folder of the files of posts. */
export const postFolder = 'posts'
const maxWidth = imageWidths[imageWidths.length - 1] ?? 0
/** Value of `Retry-After` while the image queue is full. */
const busySeconds = 10

/** Detects types by content and checks sizes and numbers. Removes metadata from a video, in place. @throws ApiError 400 */
export async function checkMedia({ files, poster, captions, alts }: Uploads): Promise<NewMedia[]> {
  const kinds = await Promise.all(files.map((file) => kindOf(file)))
  assertAllowed(kinds)
  const isVideo = kinds[0] === 'video'
  if (poster !== undefined && !isVideo) throw invalidMedia('A poster can only be sent with a video.', 'poster')
  if (poster !== undefined && (await kindOf(poster, 'poster')) !== 'image')
    throw invalidMedia(mediaProblems.unknownType, 'poster')
  if (captions !== undefined && !isVideo) throw invalidMedia(captionsProblems.noVideo, 'captions')
  const cleaned = captions === undefined ? undefined : checkCaptions(await readFile(captions, 'utf8'))
  const media: NewMedia[] = []
  for (const [index, file] of files.entries()) {
    const alt = alts[index] ?? ''
    if (isVideo) media.push({ kind: 'video', file, alt, poster, captions: cleaned, video: await checkVideo(file) })
    else {
      if ((await stat(file)).size > imageMaxBytes) throw invalidMedia(mediaProblems.imageTooLarge)
      media.push({ kind: 'image', file, alt })
    }
  }
  return media
}

/** @throws ApiError 400 if it is neither an image nor a video. */
async function kindOf(file: string, field?: string): Promise<MediaKind> {
  const { kind, problem } = await detectKind(file)
  if (kind === undefined) throw invalidMedia(notTaken(problem), field)
  return kind
}

function assertAllowed(kinds: MediaKind[]): void {
  if (kinds.includes('video') && kinds.length > 1) throw invalidMedia(mediaProblems.oneVideo)
  if (kinds.length > maxImages) throw invalidMedia(mediaProblems.tooManyImages)
}

/** What to store of a file of captions. @throws ApiError 400 */
export function checkCaptions(text: string): string {
  try {
    return cleanCaptions(text)
  } catch (error) {
    throw error instanceof NotCaptions ? invalidMedia(error.message, 'captions') : error
  }
}

async function checkVideo(file: string): Promise<Video> {
  try {
    const video = await cleanVideo(file)
    if (video.seconds > videoMaxSeconds) throw invalidMedia(mediaProblems.videoTooLong)
    return video
  } catch (error) {
    throw error instanceof NotAVideo ? invalidMedia(notTaken(error.problem)) : error
  }
}

/** Stores the files. `stored` receives the URL of each one before anything is written. @throws ApiError */
export async function saveMedia(db: Db, media: Media, all: NewMedia[], stored: string[]): Promise<StoredMedia[]> {
  const beforeSave = async (url: string) => {
    await markUnused(db, [url])
    stored.push(url)
  }
  const rows: StoredMedia[] = []
  for (const [position, medium] of all.entries()) {
    if (medium.kind === 'image') {
      const { url, width, height, isAnimated } = await savePostImage(
        media,
        { file: medium.file, beforeSave },
        'media_files',
      )
      const poster = isAnimated ? imageVariant(url, width, 'jpg') : undefined
      rows.push({ position, kind: 'image', file: url, poster, width, height, alt: medium.alt })
    } else {
      const poster = medium.poster && (await savePostImage(media, { file: medium.poster, beforeSave }, 'poster')).url
      const { format, width, height } = medium.video
      const file = await saveVideo(media.files, { file: medium.file, folder: postFolder, format, beforeSave })
      const text = medium.captions
      const captions = text && (await saveCaptions(media.files, { text, folder: postFolder, beforeSave }))
      rows.push({ position, kind: 'video', file, poster, captions, width, height, alt: medium.alt })
    }
  }
  return rows
}

async function savePostImage(
  media: Media,
  upload: { file: string; beforeSave: (url: string) => Promise<void> },
  field: string,
): Promise<SavedImage> {
  try {
    return await saveImage(media, { ...upload, folder: postFolder, maxWidth })
  } catch (error) {
    if (error instanceof JobsBusy) {
      const detail = 'Many images are being uploaded right now. Please try again in a moment.'
      throw new ApiError('busy', { detail, retryAfter: busySeconds })
    }
    throw error instanceof JobRejected ? invalidMedia(notTaken(error.message), field) : error
  }
}

export function invalidMedia(message: string, field = 'media_files'): ApiError {
  return invalidInput({ [field]: [message] })
}
