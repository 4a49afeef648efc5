import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { removeDataDir } from '#server/testing/remove-data-dir.ts'
import { expect } from './fixtures.ts'

/** Playwright's own site, fake Google and mailbox have the ports before it (playwright.config.ts). */
const firstPort = Number(process.env['E2E_PORT'] ?? 3100) + 3
/** Test files run at the same time, so each has its own port. */
const ports = { 'real-data': firstPort, passkeys: firstPort + 1, providers: firstPort + 2, import: firstPort + 3 }

export const ownAddress = (of: keyof typeof ports) => `http://localhost:${ports[of]}`

/** Starts an empty site with other settings than those of `playwright.config.ts`. */
export async function startOwnSite(of: keyof typeof ports, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), `wtpu-${of}-`))
  const baseURL = ownAddress(of)
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: String(ports[of]),
    SEED: 'none',
    DEMO_VOTES: 'false',
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
    DATABASE_URL: '',
    ...settings,
  }
  const running: ChildProcess[] = []
  const start = (script: string, args: string[]) => {
    const child = spawn('node', [script, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    running.push(child)
    return child
  }
  start('server/src/main.ts', [])
  const isReady = () =>
    fetch(`${baseURL}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(isReady, { timeout: 150_000 }).toBe(true)
  return {
    baseURL,
    /** Runs a script with the settings of the site. */
    async run(script: string, ...args: string[]): Promise<{ code: number; output: string }> {
      const child = start(script, args)
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
      const [code] = await once(child, 'close')
      return { code: code ?? 1, output }
    },
    async [Symbol.asyncDispose]() {
      for (const child of running.filter(({ exitCode }) => exitCode === null)) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      await removeDataDir(folder)
    },
  }
}
