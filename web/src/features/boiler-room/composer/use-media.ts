import { mediaProblems, videoMaxSeconds } from '@wtpu/contract/posts/media'
import { useEffect, useEffectEvent, useState } from 'react'
import { addFiles } from './media-rules.ts'

export interface PickedMedia {
  /** Unique on this page. */
  id: number
  kind: 'image' | 'video'
  file: File
  /** Shows the file in this browser. */
  url: string
  alt: string
  /** Of a video. Undefined if the browser could not make one. */
  poster: Promise<Blob | undefined> | undefined
}

let lastId = 0

/** The files of a post that is being written. */
export function useMedia() {
  const [media, setMedia] = useState<readonly PickedMedia[]>([])
  const [problem, setProblem] = useState<string>()

  function add(files: readonly File[]) {
    const picked = addFiles(media, files)
    setProblem(picked.problem)
    const added = picked.added.map(({ file, kind }) => ({
      id: ++lastId,
      kind,
      file,
      url: URL.createObjectURL(file),
      alt: '',
      poster: kind === 'video' ? inspect(lastId, file) : undefined,
    }))
    setMedia([...media, ...added])
  }

  /** Resolves to the poster of a video, and removes the video if it is too long. */
  async function inspect(id: number, file: File): Promise<Blob | undefined> {
    try {
      const { inspectVideo } = await import('./video-poster.ts')
      const { seconds, poster } = await inspectVideo(file)
      if (seconds > videoMaxSeconds) {
        remove(id)
        setProblem(mediaProblems.videoTooLong)
      }
      return poster
    } catch {
      return undefined
    }
  }

  function remove(id: number) {
    setProblem(undefined)
    setMedia((before) => before.filter((one) => one.id !== id || URL.revokeObjectURL(one.url)))
  }

  function clear() {
    revoke(media)
    setProblem(undefined)
    setMedia([])
  }

  const revokeAll = useEffectEvent(() => revoke(media))
  useEffect(() => () => revokeAll(), [])

  return {
    media,
    problem,
    clearProblem: () => setProblem(undefined),
    add,
    remove,
    clear,
    describe: (id: number, alt: string) => setMedia(media.map((one) => (one.id === id ? { ...one, alt } : one))),
  }
}

function revoke(media: readonly PickedMedia[]): void {
  for (const { url } of media) URL.revokeObjectURL(url)
}
