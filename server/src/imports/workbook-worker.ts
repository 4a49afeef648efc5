import { parentPort, workerData } from 'node:worker_threads'
import { inflateRawSync } from 'node:zlib'
import { readSheet } from 'read-excel-file/universal'

const endOfDirectory = Buffer.from('PK\u0005\u0006', 'latin1')
const entryLength = 46

/** Unpacks the files that the directory of a ZIP archive names, so that a small one cannot become more than `maxBytes`. */
function assertUnpacks(bytes: Buffer, maxBytes: number): void {
  const end = bytes.lastIndexOf(endOfDirectory)
  let left = maxBytes
  let at = bytes.readUInt32LE(end + 16)
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count--) {
    const size = bytes.readUInt32LE(at + 20)
    const header = bytes.readUInt32LE(at + 42)
    const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    const packed = bytes.subarray(start, start + size)
    const isPacked = bytes.readUInt16LE(at + 10) === 8
    left -= isPacked ? inflateRawSync(packed, { maxOutputLength: Math.max(left, 1) }).length : size
    if (left < 0) throw new RangeError('too large')
    at += entryLength + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
}

/** The package's type of a cell names the class of dates instead of a date. */
type Cell = string | number | boolean | Date | null

const textOf = (value: Cell): string =>
  value instanceof Date ? value.toISOString().slice(0, 10) : value === null ? '' : `${value}`.replaceAll(/\s+/g, ' ')

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- from read-workbook.ts
const { bytes, maxBytes } = workerData as { bytes: Uint8Array<ArrayBuffer>; maxBytes: number }
assertUnpacks(Buffer.from(bytes.buffer), maxBytes)
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see `Cell`
const rows = (await readSheet(bytes.buffer)) as unknown as Cell[][]
const csv = rows.map((row) => row.map((value) => `"${textOf(value).replaceAll('"', '""')}"`).join(',')).join('\n')
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
parentPort?.postMessage(csv)
