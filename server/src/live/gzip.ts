import { constants, deflateRawSync } from 'node:zlib'

/**
 * The start of a gzip stream. What `compress` returns can follow it in any number, for all browsers alike, because each part
 * ends at a byte and refers to no earlier one. So an event is compressed once, and streams need no state and no memory.
 */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

export function compress(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
}
