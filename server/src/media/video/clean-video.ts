import { type FileHandle, open } from 'node:fs/promises'
import { readMp4 } from './mp4.ts'
import { type Patch, type Video, VideoFile } from './video-file.ts'
import { readWebm } from './webm.ts'

const zeroChunk = Buffer.alloc(64 * 1024)

/**
 * Checks an uploaded video by its content and removes its metadata (place, time, camera, titles) in place. Reads and keeps
 * only small parts of it in memory, whatever its size and whatever lengths it declares.
 * @throws NotAVideo
 */
export async function cleanVideo(path: string): Promise<Video> {
  await using handle = await open(path, 'r+')
  const { size } = await handle.stat()
  const file = new VideoFile(handle, size)
  const isWebm = (await file.read(0, 4)).readUInt32BE() === 0x1a45dfa3
  const { video, patches } = await (isWebm ? readWebm(file) : readMp4(file))
  for (const patch of patches) await apply(handle, patch)
  return video
}

async function apply(handle: FileHandle, patch: Patch): Promise<void> {
  if ('bytes' in patch) {
    await handle.write(patch.bytes, 0, patch.bytes.length, patch.offset)
    return
  }
  for (let done = 0; done < patch.zeros; done += zeroChunk.length) {
    await handle.write(zeroChunk, 0, Math.min(zeroChunk.length, patch.zeros - done), patch.offset + done)
  }
}
