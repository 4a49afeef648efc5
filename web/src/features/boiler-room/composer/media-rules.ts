import { imageMaxBytes, maxImages, mediaProblems, videoMaxBytes } from '@wtpu/contract/posts/media'

type MediaKind = 'image' | 'video'

/** The part of the browser's `File` type that the rules need. */
interface Candidate {
  readonly name: string
  readonly size: number
  readonly type: string
}

const kinds: readonly { kind: MediaKind; type: RegExp; name: RegExp }[] = [
  { kind: 'image', type: /^image\/(?:jpeg|png|webp|gif)$/, name: /\.(?:jpe?g|png|webp|gif)$/i },
  { kind: 'video', type: /^video\/(?:mp4|webm)$/, name: /\.(?:mp4|m4v|webm)$/i },
]

/** Images or a video; undefined for other types. Some systems do not tell the type, so the name counts then. */
export function mediaKind({ type, name }: Candidate): MediaKind | undefined {
  return kinds.find((one) => (type === '' ? one.name.test(name) : one.type.test(type)))?.kind
}

/**
 * Adds files to the media of a post, as far as decision 80 allows. `problem` says why a file was not added; the server checks
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
    const reason = kind ? problemOf(file, kind, [...current, ...added]) : mediaProblems.unknownType
    if (kind && !reason) added.push({ file, kind })
    problem ??= reason
  }
  return { added, problem }
}

function problemOf(file: Candidate, kind: MediaKind, media: readonly { kind: MediaKind }[]): string | undefined {
  if (kind === 'video') {
    if (file.size > videoMaxBytes) return mediaProblems.videoTooLarge
    return media.length > 0 ? mediaProblems.oneVideo : undefined
  }
  if (file.size > imageMaxBytes) return mediaProblems.imageTooLarge
  if (media.some((one) => one.kind === 'video')) return mediaProblems.oneVideo
  return media.length >= maxImages ? mediaProblems.tooManyImages : undefined
}
