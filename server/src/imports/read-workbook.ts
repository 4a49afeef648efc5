import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

const maxMilliseconds = 30_000
const maxOldGenerationSizeMb = 512

/** The first sheet of an Excel file, as CSV. Another thread reads it, because tens of thousands of rows take a second. */
export async function readWorkbook(file: Buffer, maxBytes: number): Promise<string> {
  const worker = new Worker(new URL('./workbook-worker.ts', import.meta.url), {
    workerData: { bytes: Uint8Array.from(file), maxBytes },
    resourceLimits: { maxOldGenerationSizeMb },
  })
  try {
    const [text]: string[] = await once(worker, 'message', { signal: AbortSignal.timeout(maxMilliseconds) })
    return text ?? ''
  } finally {
    await worker.terminate()
  }
}
