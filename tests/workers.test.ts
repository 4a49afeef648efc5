import { execFile } from 'node:child_process'
import http from 'node:http'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { databaseProcesses } from './database-processes.ts'
import { cleanUp, freePort, migratedDataDir, launchAndWait, patienceMs, type Running, stop } from './processes.ts'

afterEach(cleanUp)

/** The processes that serve: those of the server's children that run its program. */
async function workersOf({ child }: Running): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(child.pid)])
  return stdout
    .split('\n')
    .filter((line) => line.includes('main.ts'))
    .map((line) => Number.parseInt(line, 10))
}

/** On a connection of its own, so that the processes take turns. */
function tryAccessCode({ port }: Running): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path: '/api/site-access/', method: 'POST', agent: false, headers }
    const request = http.request(options, (response) => resolve(response.resume().statusCode))
    request.on('error', reject).end('{"code":"wrong"}')
  })
}

test('several processes share the port, limits and metrics, one that dies is replaced, and all stop together', async () => {
  const dataDir = await migratedDataDir()
  const metricsPort = await freePort()
  const server = await launchAndWait({ dataDir, env: { PROCESSES: '3', METRICS_PORT: String(metricsPort) } })
  // The first one that listens answers before the others.
  await expect.poll(server.output, { timeout: 4 * patienceMs }).toContain('WTPU is running')
  const workers = await workersOf(server)
  expect(workers).toHaveLength(3)

  const statuses = await Promise.all(Array.from({ length: 60 }, () => tryAccessCode(server)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)

  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const count = 'wtpu_request_duration_seconds_count{method="POST",route="/api/site-access/",status='
  expect(metrics).toContain(`${count}"200"} 20\n`)
  expect(metrics).toContain(`${count}"429"} 40\n`)
  expect(metrics).toMatch(/^wtpu_database_connections [1-9]/m)
  // Not the sum of three processes.
  expect(metrics).toMatch(/^wtpu_tally_key_readable 1$/m)
  expect(metrics).toMatch(/^wtpu_backup_age_seconds -1$/m)
  expect((await fetch(`http://127.0.0.1:${server.port}/metrics`)).status).toBe(404)

  process.kill(workers[0] ?? 0, 'SIGKILL')
  await expect.poll(server.output, { timeout: patienceMs }).toContain('Starting another one')
  await expect.poll(async () => (await workersOf(server)).length, { timeout: patienceMs }).toBe(3)
  expect(await tryAccessCode(server)).toBe(429)

  expect(await stop(server, 'SIGINT', 'group')).toBe(0)
  expect(await databaseProcesses(dataDir)).toEqual([])
})
