import {
  captionsMaxBytes,
  captionsProblems,
  imageMaxBytes,
  maxImages,
  mediaProblems,
  videoMaxBytes,
  videoMaxSeconds,
} from '@wtpu/contract/boiler-room/post-media'
import { fileProblems, kindOfName, notTaken } from '@wtpu/contract/on-demand/rejected-files'
import { optionalCode } from '#lib/optional-code.ts'
import { useEffect, useEffectEvent, useState, type ClipboardEvent, type DragEvent } from 'react'

export interface PickedMedia {
  /** Unique on this page. */
  id: number
  kind: 'image' | 'video'
  file: File
  /** Shows the file in this browser. */
  url: string
  alt: string
  /** The poster of a video. Undefined if the browser could not make one. */
  poster: Promise<Blob | undefined> | undefined
  /** Only videos have captions. */
  captions: File | undefined
  /** Whether it is a video that many browsers cannot play. */
  isRare: boolean
}

let lastId = 0

/** The files of a post that is being written. */
export function useMedia() {
  const [media, setMedia] = useState<readonly PickedMedia[]>([])
  const [problem, setProblem] = useState<string>()

  function add(files: readonly File[]) {
    const picked = addFiles(media, files)
    setProblem(picked.problem)
    const added = picked.added.map(({ file, kind }) => {
      const id = ++lastId
      const poster = kind === 'video' ? inspect(id, file) : undefined
      return { id, kind, file, url: URL.createObjectURL(file), alt: '', poster, captions: undefined, isRare: false }
    })
    setMedia((before) => [...before, ...added])
  }

  /** Resolves to the poster of a video, and removes the video if it is too long. */
  async function inspect(id: number, file: File): Promise<Blob | undefined> {
    try {
      const inspection = await optionalCode(() => import('./video-poster.ts'))
      if (!inspection) return undefined
      if (await inspection.isRareFormat(file)) change(id, { isRare: true })
      const { seconds, poster } = await inspection.inspectVideo(file)
      if (seconds > videoMaxSeconds) {
        remove(id)
        setProblem(mediaProblems.videoTooLong)
      }
      return poster
    } catch {
      return undefined
    }
  }

  function change(id: number, changes: Partial<PickedMedia>) {
    setMedia((before) => before.map((medium) => (medium.id === id ? { ...medium, ...changes } : medium)))
  }

  function remove(id: number) {
    setProblem(undefined)
    revoke(media.filter((medium) => medium.id === id))
    setMedia((before) => before.filter((medium) => medium.id !== id))
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
    describe: (id: number, alt: string) => change(id, { alt }),
    caption(id: number, captions: File | undefined) {
      const isTooLarge = captions !== undefined && captions.size > captionsMaxBytes
      setProblem(isTooLarge ? captionsProblems.tooLarge : undefined)
      if (!isTooLarge) change(id, { captions })
    },
  }
}

function revoke(media: readonly PickedMedia[]): void {
  for (const { url } of media) URL.revokeObjectURL(url)
}

type MediaKind = 'image' | 'video'

/** The part of the browser's `File` type that the rules need. */
interface Candidate {
  readonly name: string
  readonly size: number
  readonly type: string
}

const kinds: readonly { kind: MediaKind; type: RegExp; name: RegExp }[] = [
  { kind: 'image', type: /^image\/(?:jpe?g|png|webp|gif)$/, name: /\.(?:jpe?g|jfif|png|webp|gif)$/i },
  {
    kind: 'video',
    type: /^video\/(?:mp4|webm|quicktime|x-m4v|3gpp2?)$/,
    name: /\.(?:mp4|m4v|mov|webm|3gp|3g2)$/i,
  },
]

/** Images or a video; undefined for other types. Some systems do not tell the type, so the name counts then. */
export function mediaKind({ type, name }: Candidate): MediaKind | undefined {
  return kinds.find((kind) => (type === '' ? kind.name.test(name) : kind.type.test(type)))?.kind
}

/**
 * Adds files to the media of a post, as far as its limits allow. `problem` says why a file was not added; the server checks
 * the same limits.
 */
export function addFiles<F extends Candidate>(
  current: readonly { kind: MediaKind }[],
  files: readonly F[],
): { added: { file: F; kind: MediaKind }[]; problem: string | undefined } {
  const added: { file: F; kind: MediaKind }[] = []
  let problem: string | undefined
  for (const file of files) {
    const kind = mediaKind(file)
    const reason = kind ? problemOf(file, kind, [...current, ...added]) : notTaken(kindOfName(file))
    if (kind && !reason) added.push({ file, kind })
    problem ??= reason
  }
  return { added, problem }
}

function problemOf(file: Candidate, kind: MediaKind, media: readonly { kind: MediaKind }[]): string | undefined {
  if (file.size === 0) return fileProblems.empty
  if (kind === 'video') {
    if (file.size > videoMaxBytes) return mediaProblems.videoTooLarge
    return media.length > 0 ? mediaProblems.oneVideo : undefined
  }
  if (file.size > imageMaxBytes) return mediaProblems.imageTooLarge
  if (media.some((medium) => medium.kind === 'video')) return mediaProblems.oneVideo
  return media.length >= maxImages ? mediaProblems.tooManyImages : undefined
}

/** Event handlers of an element that takes files by drag and drop or from the clipboard. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [dragging, setDragging] = useState(false)
  return {
    dragging,
    dropTarget: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        // The event also fires when the pointer moves on to a child.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDragging(false)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        setDragging(false)
        onFiles([...event.dataTransfer.files])
      },
    },
    onPaste(event: ClipboardEvent) {
      const files = [...event.clipboardData.files]
      // Text copied from an office document also contains an image of it.
      if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      onFiles(files)
    },
  }
}
