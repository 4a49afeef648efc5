/** Stores a drawing, an SVG document, and returns its largest variant. */
export type SaveDrawing = (svg: string) => Promise<{ url: string; width: number; height: number }>

export interface Drawing {
  svg: string
  alt: string
}

export interface SamplePost {
  /** Username of a named user (people.ts). */
  by: string
  hoursAgo: number
  text: string
  likes: number
  image?: Drawing
  /** Oldest first, as `username: text`. */
  comments?: string[]
}
