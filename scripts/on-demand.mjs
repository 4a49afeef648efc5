// Large tools that one command needs and that no test depends on. Installed in .cache the first time, not in node_modules.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, npmEnvironment, root, run, step } from './ensure.mjs'

/**
 * Downloads an npm package unless it is there, and returns its folder.
 *
 * @param {string} name
 * @param {string} version
 * @param {number} megabytes
 * @returns {Promise<string>}
 */
export async function installOnDemand(name, version, megabytes) {
  const folder = join(root, '.cache', `${name}-${version}`)
  const installed = join(folder, 'node_modules', name)
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return installed
  const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await step(`Downloading ${name} ${version} (${megabytes} MB) to .cache`, () =>
    run('npm', ['install', '--prefix', folder, ...options, `${name}@${version}`], { env: npmEnvironment() }),
  )
  if (code !== 0) throw new Failure(`${name} could not be downloaded. See the npm output above.`)
  return installed
}
