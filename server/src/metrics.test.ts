import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { register } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { serveMetrics } from '#metrics.ts'
import { startTestApp } from '#testing/test-app.ts'

const names = () => register.getMetricsAsArray().map(({ name }) => name)
const ofTheProcess = new Set(names())

// An app adds its own, and a name cannot be added twice.
afterEach(() => {
  for (const name of names().filter((added) => !ofTheProcess.has(added))) register.removeSingleMetric(name)
})

const start = () => startTestApp({ metrics: { port: 0, host: '127.0.0.1' } })
const deployed = (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../deploy', file), 'utf8')

test('the port of metrics says whether the server runs and is ready', async () => {
  const reserved = net.createServer().listen(0, '127.0.0.1')
  await once(reserved, 'listening')
  const { port } = reserved.address() as net.AddressInfo
  await new Promise((resolve) => reserved.close(resolve))
  let reason: 'database' | undefined
  const stop = await serveMetrics({ port, host: '127.0.0.1' }, async () => reason)
  const get = async (url: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${url}`)
    return [response.status, response.headers.get('retry-after'), await response.json()]
  }

  expect(await get('/healthz')).toEqual([200, null, { status: 'up' }])
  expect(await get('/readyz')).toEqual([200, null, { status: 'ready' }])
  reason = 'database'
  expect(await get('/readyz')).toEqual([503, '2', expect.objectContaining({ reason: 'database' })])
  await stop()
})

test('counters are counters, and what waits for too long is measured', async () => {
  await using t = await start()
  await t.make.poll({ closes_at: new Date(Date.now() - 60_000), published_at: new Date(Date.now() - 120_000) })
  await t.app.inject('/api/polls/summary/')
  await t.app.inject('/api/polls/summary/')

  const metrics = await register.metrics()

  expect(metrics).toContain('# TYPE wtpu_cache_hits_total counter')
  expect(metrics).toMatch(/^wtpu_cache_misses_total [1-9]/m)
  expect(metrics).toMatch(/^wtpu_unsealed_polls 1$/m)
  expect(metrics).toMatch(/^wtpu_notifications_age_seconds \d/m)
  expect(metrics).toMatch(/^wtpu_common_ground_age_seconds \d/m)
  expect(metrics).toMatch(/^wtpu_disk_free_bytes [1-9]\d+/m)
})

test('alerts and the dashboard use metrics that the server has', async () => {
  await using t = await start()
  await t.app.inject('/healthz')

  const metrics = await register.metrics()

  for (const file of ['prometheus-rules.yml', 'grafana-dashboard.json']) {
    const used = new Set(deployed(file).match(/\b(?:wtpu|nodejs|process)_[a-z0-9_]+/g))
    expect(used.size).toBeGreaterThan(3)
    for (const name of used) expect(metrics).toContain(`# TYPE ${name.replace(/_(bucket|count|sum)$/, '')} `)
  }
})
