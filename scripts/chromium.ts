import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine, else the one Playwright has downloaded. Asked for its version: some are empty shells. */
export function findChromium(): string | undefined {
  return [...places, chromium.executablePath()].find((path) => existsSync(path) && succeeds(path, ['--version']))
}

/** Debian's package needs no download of our own; elsewhere (Ubuntu's is only a shell around snap) Playwright's. */
function installChromium(): void {
  if (isDebian() && isRoot()) {
    console.log('  Installing Chromium from the packages of Debian ...')
    if (runs('apt-get', ['update']) && runs('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'])) return
  }
  if (isDebian() && !isRoot() && succeeds('sudo', ['-n', 'true'])) {
    console.log('  Installing Chromium from the packages of Debian, with sudo ...')
    if (
      runs('sudo', ['-n', 'apt-get', 'update']) &&
      runs('sudo', ['-n', 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium'])
    )
      return
  }
  console.log("  Downloading Playwright's Chromium ...")
  runs('playwright', ['install', ...(isRoot() ? ['--with-deps'] : []), 'chromium'])
}

const isRoot = () => process.getuid?.() === 0
const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

function runs(command: string, args: string[]): boolean {
  return succeeds(command, args, 'inherit')
}

function succeeds(command: string, args: string[], stdio: 'ignore' | 'inherit' = 'ignore'): boolean {
  try {
    execFileSync(command, args, { stdio, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    return true
  } catch {
    return false
  }
}

if (import.meta.main && !findChromium()) {
  installChromium()
  if (!findChromium()) {
    console.error(
      'Chromium could not be installed. Install it (Debian: apt-get install chromium; elsewhere Google Chrome), and start again.',
    )
    process.exit(1)
  }
}
