declare module 'fontverter' {
  /** The API of version 2, which has no types. */
  export function convert(font: Uint8Array, format: 'sfnt'): Promise<Buffer>
}
