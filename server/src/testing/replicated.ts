import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded } from '#db/embedded/embedded.ts'
import { resolveLocation } from '#db/embedded/location.ts'
import { migrate } from '#db/open.ts'
import { freezePostgres, postmasterOf } from './postmaster.ts'
import { removeDataDir } from './remove-data-dir.ts'

const log = () => undefined

/** A migrated primary and a streaming replica: a copy of its folder that follows it. */
export async function startReplicated(primarySettings: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'wtpu-replicas-'))
  await chmod(folder, 0o755)
  const dataDirs = { primary: path.join(folder, 'primary'), replica: path.join(folder, 'replica') }
  const first = await startEmbedded({ dataDir: dataDirs.primary, log })
  await migrate(first.url)
  await first.stop()
  const { cluster, folder: from } = await resolveLocation(dataDirs.primary, log)
  const password = (await readFile(path.join(from, 'password'), 'utf8')).trim()
  await promisify(execFile)('cp', ['-a', dataDirs.primary, dataDirs.replica])
  const copy = cluster.replace('primary', 'replica')
  await writeFile(path.join(copy, 'standby.signal'), '')

  const primary = await startEmbedded({ dataDir: dataDirs.primary, log, settings: primarySettings })
  const { port } = new URL(primary.url)
  const settings = { primary_conninfo: `host=127.0.0.1 port=${port} user=postgres password=${password}` }
  const replica = await startEmbedded({ dataDir: dataDirs.replica, log, settings })
  const controlsOf = (dir: string) => ({
    /** The supervisor starts the server again on the same port. */
    kill: async () => process.kill(await postmasterOf(dir), 'SIGKILL'),
    freeze: () => freezePostgres(dir, 'SIGSTOP'),
    thaw: () => freezePostgres(dir, 'SIGCONT'),
  })
  return {
    primary: { url: primary.url, stop: primary.stop, ...controlsOf(cluster) },
    replica: { url: replica.url, ...controlsOf(copy) },
    /** Runs a statement as the superuser of the replica. */
    async onReplica(statement: string) {
      const { hostname: host, port: replicaPort, pathname } = new URL(replica.url)
      const database = pathname.slice(1)
      const client = new pg.Client({ host, port: Number(replicaPort), database, user: 'postgres', password })
      await client.connect()
      return client.query(statement).finally(() => client.end())
    },
    async stop() {
      await replica.stop()
      await primary.stop()
      for (const dataDir of Object.values(dataDirs)) await removeDataDir(dataDir)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type Replicated = Awaited<ReturnType<typeof startReplicated>>
