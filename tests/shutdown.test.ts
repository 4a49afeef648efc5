import { afterEach, expect, test } from 'vitest'
import { databaseProcesses } from './database-processes.ts'
import { cleanUp, migratedDataDir, launchAndWait, patienceMs, stop, waitForShutdown } from './processes.ts'
import { openLiveStream, startPartialRequest } from './slow-clients.ts'

afterEach(cleanUp)

test('SIGTERM finishes an open request, closes streams and exits cleanly, although another request never ends', async () => {
  const dataDir = await migratedDataDir()
  const server = await launchAndWait({ dataDir })
  const stream = await openLiveStream(server.port)
  const request = await startPartialRequest(server.port)
  await startPartialRequest(server.port)
  const stopped = stop(server, 'SIGTERM')
  await waitForShutdown(server)
  expect(await request.finish()).toMatch(/^HTTP\/1\.1 200 /)
  // If the shutdown had taken too long, main.ts would have exited with code 1.
  expect(await stopped).toBe(0)
  await stream.ended
  expect(await databaseProcesses(dataDir)).toEqual([])
})

test('after SIGTERM, a server with DRAIN_SECONDS says that it is not ready, but serves until then', async () => {
  const server = await launchAndWait({ dataDir: await migratedDataDir(), env: { DRAIN_SECONDS: '8', PROCESSES: '2' } })
  await expect.poll(server.output, { timeout: 4 * patienceMs }).toContain('WTPU is running')
  const stream = await openLiveStream(server.port)
  const statusOf = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status

  const stopped = stop(server)
  await expect.poll(() => statusOf('/readyz'), { timeout: patienceMs }).toBe(503)
  expect(await statusOf('/api/polls/')).toBe(200)
  await stream.ended
  expect(await stopped).toBe(0)
})
