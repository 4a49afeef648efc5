import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, copyFile, mkdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '#server/db/embedded/embedded.ts'
import { cleanUp, freePort, freshDataDir, freshFolder } from '../processes.ts'

/*
 * Builds the image on bases that mmdebstrap makes, and runs it as user 10001 on a root file system that cannot be written to.
 * Needs Debian's packages buildah and mmdebstrap, and root.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
const megabyte = 2 ** 20
const maxMegabytes = 350
const userId = 10_001

let storage: string
const buildah = async (...args: string[]) => {
  const { stdout } = await run(
    'buildah',
    ['--root', path.join(storage, 'images'), '--runroot', path.join(storage, 'run'), '--storage-driver=vfs', ...args],
    { maxBuffer: 64 * megabyte },
  )
  return stdout.trim()
}

/** An image of Debian, and one that also has this machine's Node and npm. */
async function makeBases(): Promise<void> {
  const archive = path.join(storage, 'debian.tar')
  await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', archive])
  const base = await buildah('from', 'scratch')
  await buildah('add', base, archive, '/')
  await buildah('commit', '--rm', base, 'base')
  const builder = await buildah('from', 'localhost/base')
  const { stdout: npmProgram } = await run('sh', ['-c', 'realpath "$(command -v npm)"'])
  const bin = path.join(storage, 'bin')
  await mkdir(bin)
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', path.join(bin, 'npm'))
  await copyFile(process.execPath, path.join(bin, 'node'))
  await buildah('add', builder, bin, '/usr/local/bin')
  await buildah('add', builder, path.resolve(npmProgram.trim(), '../..'), '/usr/local/lib/node_modules/npm')
  await buildah('config', '--env=NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', builder)
  await buildah('commit', '--rm', builder, 'builder')
}

/** In bytes, of the files. */
async function sizeOf(image: string): Promise<number> {
  const container = await buildah('from', image)
  const folder = await buildah('mount', container)
  const { stdout } = await run('du', ['--summarize', '--bytes', folder])
  await buildah('rm', container)
  return Number.parseInt(stdout, 10)
}

beforeAll(async () => {
  storage = await freshFolder()
  await makeBases()
  // A network may have certificates of its own.
  const own = existsSync('/etc/ssl/certs') ? ['--volume=/etc/ssl/certs:/etc/ssl/certs:ro'] : []
  const bases = ['--build-arg=BASE=localhost/base', '--build-arg=BUILDER=localhost/builder']
  const options = ['--isolation=chroot', '--format=docker', '--file=deploy/Containerfile', '--tag=wtpu']
  await buildah('build', ...options, ...bases, ...own, root)
})

afterAll(cleanUp)

test('the image adds at most 350 MB to its base', async () => {
  const added = (await sizeOf('localhost/wtpu')) - (await sizeOf('localhost/base'))
  console.log(`The image adds ${Math.round(added / megabyte)} MB to its base.`)
  expect(added).toBeLessThan(maxMegabytes * megabyte)
})

test('a server of the image runs without root, writes only to /data, is healthy, and stops', async () => {
  const image = JSON.parse(await buildah('inspect', '--type=image', 'localhost/wtpu')).Docker.config
  expect(image).toMatchObject({
    User: `${userId}:${userId}`,
    Volumes: { '/data': {} },
    ExposedPorts: { '3000/tcp': {} },
  })
  const database = await startEmbedded({ dataDir: await freshDataDir(), log: () => undefined })
  const port = await freePort()
  const data = path.join(storage, 'data')
  await mkdir(data)
  await chown(data, userId, userId)
  const folder = await buildah('mount', await buildah('from', 'localhost/wtpu'))
  const settings = [
    ...image.Env,
    `PORT=${port}`,
    'HOST=127.0.0.1',
    `DATABASE_URL=${database.url}`,
    'JWT_SECRET=a secret of a container, of 32 characters and more',
  ]
  // What a container engine does with a read-only root file system.
  const script = `set -e
    mount --bind ${folder} ${folder}
    mount --bind ${data} ${folder}/data
    mount -t proc proc ${folder}/proc
    mount -o remount,ro,bind ${folder}
    exec env --ignore-environment "$@"`
  const inside = [
    '/usr/sbin/chroot',
    `--userspec=${userId}:${userId}`,
    folder,
    '/usr/bin/env',
    `--chdir=${image.WorkingDir}`,
  ]
  const inContainer = (command: string[]) =>
    spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...settings, ...inside, ...command])

  const server = inContainer(image.Cmd)
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  await expect.poll(() => output, { timeout: 60_000 }).toContain('WTPU is running')
  expect((await fetch(`http://127.0.0.1:${port}/`)).headers.get('content-type')).toContain('text/html')

  const exitCode = async (command: string[]) => new Promise((resolve) => inContainer(command).once('exit', resolve))
  expect(await exitCode(image.Healthcheck.Test.slice(1))).toBe(0)
  expect(await exitCode(['touch', '/opt/wtpu/new'])).toBe(1)
  expect(await exitCode(['touch', '/data/new'])).toBe(0)

  const exited = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  expect(await exited).toBe(0)
  expect(await exitCode(image.Healthcheck.Test.slice(1))).toBe(1)
  await database.stop()
})
