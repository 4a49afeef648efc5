import { constants, deflateRawSync } from 'node:zlib'

/**
 * The start of a gzip stream. Any number of parts returned by `compress` can follow it, the same for all browsers, because each
 * ends at a byte boundary and refers to no earlier one. So an event is compressed once, and streams need no state.
 */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export function compress(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
}
