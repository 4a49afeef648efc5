import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from '@playwright/test'

const installPaths = [
  // Without windows, so it starts pages in less time than the whole browser.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The Chromium installed on this machine, else the one Playwright downloaded. Runs `--version` to check it, because some
 * distributions ship a placeholder script instead of a browser.
 */
export function findChromium(): string | undefined {
  return [...installPaths, chromium.executablePath()].find((path) => existsSync(path) && succeeds(path, ['--version']))
}

// Chromium cannot create its sandbox as root, for example in a container.
const sandbox = () => (isRoot() ? ['--no-sandbox'] : [])
const noBackgroundActivity = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
// The shell of Chromium hints fonts unless told otherwise, which moves text by parts of a pixel. The whole browser does not.
const unhintedFonts = '--font-render-hinting=none'

// The pages of tests live for seconds, which is too short for optimized code to make up for its compilation.
const noOptimization = '--js-flags=--no-opt,--no-maglev'

/** The browser of all tests. */
export const launchOptions = (): LaunchOptions => ({
  executablePath: findChromium(),
  args: [...sandbox(), ...noBackgroundActivity, unhintedFonts, noOptimization],
})

/** For tests that start a browser of their own. */
export const launchChromium = (): Promise<Browser> => chromium.launch(launchOptions())

/** Uses apt on Debian, otherwise Playwright's download, because Ubuntu's package only wraps a snap. */
function installChromium(): void {
  if (isDebian() && isRoot()) {
    console.log('  Installing Chromium with apt-get ...')
    if (runVisibly('apt-get', ['update']) && debianPackages.some((name) => runVisibly('apt-get', [...install, name])))
      return
  }
  if (isDebian() && !isRoot() && succeeds('sudo', ['-n', 'true'])) {
    console.log('  Installing Chromium with sudo apt-get ...')
    const sudo = (...args: string[]) => runVisibly('sudo', ['-n', 'apt-get', ...args])
    if (sudo('update') && debianPackages.some((name) => sudo(...install, name))) return
  }
  console.log("  Downloading Playwright's Chromium ...")
  runVisibly('playwright', ['install', ...(isRoot() ? ['--with-deps'] : []), 'chromium'])
}

const install = ['install', '-y', '--no-install-recommends']
/** The first that the distribution has. */
const debianPackages = ['chromium-headless-shell', 'chromium']

const isRoot = () => process.getuid?.() === 0
const isDebian = () => existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

function runVisibly(command: string, args: string[]): boolean {
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
      'Chromium could not be installed. Install it yourself (Debian: apt-get install chromium; other systems: Google Chrome), then try again.',
    )
    process.exit(1)
  }
}
