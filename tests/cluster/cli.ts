import { startCluster } from './cluster.ts'

// npm run cluster: a whole cluster on this machine, to try things with. Ctrl-C stops all of it.
const { promise: stopped, resolve } = Promise.withResolvers<void>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
try {
  console.log('  Starting PostgreSQL with Patroni and etcd, HAProxy, Redis, a store of uploads and three servers ...')
  const cluster = await startCluster({ port: 3000, env: { SEED: 'demo' } })
  const rows = [
    ['Open', cluster.url],
    ['Access code', 'citizenship'],
    ['Demo account', 'demo@wtpu.example, password citizen-demo'],
    ['Demo admin', 'admin@wtpu.example, the same password'],
    ...cluster.servers.map(({ name, port }) => [name, `http://127.0.0.1:${port}`]),
    ['Primary', cluster.databaseUrl],
    ['Replicas', cluster.readUrl],
    ...cluster.nodes.map(({ name, apiPort }) => [`Node ${name}`, `http://127.0.0.1:${apiPort}/cluster`]),
    ['Redis', cluster.redis.url],
    ['Logs', cluster.folder],
    ['Stop', 'Ctrl-C'],
  ]
  console.log(`\n${rows.map(([name = '', value]) => `  ${name.padEnd(14)}${value}`).join('\n')}\n`)
  await stopped
  await cluster.stop()
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
