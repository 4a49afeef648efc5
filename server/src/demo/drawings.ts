import type { DrawingFolder } from '#media/drawings.ts'

/** Stores a drawing, an SVG document, and returns its largest variant. */
type SaveDrawing = (svg: string, into: DrawingFolder) => Promise<SavedDrawing>
type SavedDrawing = { url: string; width: number; height: number }

export interface DrawingSettings {
  /** Without it, the demo has no images. */
  saveDrawing: SaveDrawing | undefined
  log(line: string): void
}

/** So that they do not wait for connections to the database until it is too late. */
const atOnce = 4

/** Stores drawings, as yet unused. @returns undefined in the place of those that cannot be stored */
export async function saveDrawings(
  drawings: string[],
  into: DrawingFolder,
  { saveDrawing, log }: DrawingSettings,
): Promise<(SavedDrawing | undefined)[]> {
  if (!saveDrawing) return []
  const results: PromiseSettledResult<SavedDrawing>[] = []
  for (let from = 0; from < drawings.length; from += atOnce) {
    const some = drawings.slice(from, from + atOnce)
    results.push(...(await Promise.allSettled(some.map((svg) => saveDrawing(svg, into)))))
  }
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) {
    const reason = failed.reason instanceof Error ? failed.reason.message : 'unknown error'
    log(`Some ${into} of the demo are added without their images: ${reason}`)
  }
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined))
}
