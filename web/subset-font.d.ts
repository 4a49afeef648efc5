declare module 'subset-font' {
  /** The API of version 2.9. The published types do not cover it yet. */
  export default function subsetFont(
    font: Uint8Array,
    text: string,
    options: {
      targetFormat: 'woff2'
      variationAxes?: Record<string, number | { min: number; max: number }>
      /** OpenType layout features to retain. */
      keepFeatures?: string[]
      noHinting?: boolean
    },
  ): Promise<Buffer>
}
