import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const manual = path.join(import.meta.dirname, '../../docs/operations.md')
const startMs = 5_000

/**
 * Starts nginx in front of a server, with the configuration of the manual but for TLS, which the generator does not speak.
 * Undefined if this machine has no nginx.
 */
export async function startNginx(serverPort: number): Promise<{ port: number; close(): Promise<void> } | undefined> {
  const dir = mkdtempSync(path.join(tmpdir(), 'wtpu-nginx-'))
  const port = await freePort()
  const file = path.join(dir, 'nginx.conf')
  writeFileSync(file, configuration(serverPort, port, dir))
  // Debian has it in a folder that only the PATH of root contains.
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
  const nginx = spawn('nginx', ['-p', dir, '-c', file, '-e', path.join(dir, 'error.log')], { env, stdio: 'ignore' })
  const close = async () => {
    if (nginx.pid !== undefined && nginx.exitCode === null && nginx.kill()) await once(nginx, 'exit')
    rmSync(dir, { recursive: true })
  }
  const missing = await Promise.race([once(nginx, 'error').then(() => true), once(nginx, 'spawn').then(() => false)])
  if (missing) {
    await close()
    return undefined
  }
  for (const end = performance.now() + startMs; !(await accepts(port)); await pause(50)) {
    if (nginx.exitCode === null && performance.now() < end) continue
    const log = readFileSync(path.join(dir, 'error.log'), 'utf8')
    await close()
    throw new Error(`nginx did not start: ${log}`)
  }
  return { port, close }
}

function configuration(serverPort: number, port: number, dir: string): string {
  const [, shown] = /```nginx\n(.*?)```/s.exec(readFileSync(manual, 'utf8')) ?? []
  const adapted = shown
    ?.replace(/server 127\.0\.0\.1:\d+;/, `server 127.0.0.1:${serverPort};`)
    .replace(/listen 443 ssl http2/, `listen 127.0.0.1:${port}`)
    .replaceAll(/^.*ssl_certificate.*\n/gm, '')
    .replace('http {', `http { access_log off; ${temporary(dir)}`)
  if (!adapted?.includes(`:${serverPort};`) || !adapted.includes(`:${port} `))
    throw new Error('docs/operations.md has no configuration of nginx in the known form')
  // Workers of another user could not enter the folder.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `daemon off; ${user} pid ${dir}/nginx.pid;\n${adapted}`
}

const temporary = (dir: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${dir}/${name};`).join(' ')

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (typeof address !== 'object' || address === null) throw new Error('There is no free port')
  return address.port
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
