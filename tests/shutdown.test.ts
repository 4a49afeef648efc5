import { afterEach, expect, test } from 'vitest'
import { databaseProcesses } from './database-processes.ts'
import { cleanUp, freshDataDir, launchAndWait, stop, waitForShutdown } from './processes.ts'
import { openLiveStream, startPartialRequest } from './slow-clients.ts'

afterEach(cleanUp)

test.for(['SIGINT', 'SIGTERM'] as const)(
  '%s finishes an open request, closes streams and exits cleanly',
  async (signal) => {
    const dataDir = await freshDataDir()
    const server = await launchAndWait({ dataDir })
    const stream = await openLiveStream(server.port)
    const request = await startPartialRequest(server.port)
    const stopped = stop(server, signal)
    await waitForShutdown(server)
    expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 /)
    expect(await stopped).toBe(0)
    await stream.ended
    expect(await databaseProcesses(dataDir)).toEqual([])
  },
)

test('a request that never ends does not prevent a clean exit', async () => {
  const server = await launchAndWait({ dataDir: await freshDataDir() })
  await startPartialRequest(server.port)
  // If the shutdown had taken too long, main.ts would have exited with code 1.
  expect(await stop(server)).toBe(0)
})
