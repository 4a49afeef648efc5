declare module 'subset-font' {
  /** Version 2.9, which its published types do not cover yet. */
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
