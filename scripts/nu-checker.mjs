// Finds the Nu HTML Checker, a Java program, and downloads it first if that is missing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { environment, Failure, root, run, step } from './ensure.mjs'

const version = '26.9.27'
const folder = join(root, '.cache', `vnu-jar-${version}`)
const jar = join(folder, 'node_modules/vnu-jar/build/dist/vnu.jar')

export const javaIsInstalled = () => spawnSync('java', ['-version']).status === 0

/**
 * The environment with the path of the checker for e2e/html.spec.ts. The checker is no dependency, because it is 30 MB that
 * only this needs, and its install script downloads Java.
 */
export async function nuCheckerEnvironment() {
  if (!existsSync(jar)) {
    const code = await step(`Downloading the Nu HTML Checker (vnu-jar ${version}, 30 MB) to .cache`, () =>
      run('npm', [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--ignore-scripts',
        '--no-audit',
        '--no-fund',
        '--loglevel=error',
        `vnu-jar@${version}`,
      ]),
    )
    if (code !== 0 || !existsSync(jar))
      throw new Failure('The Nu HTML Checker could not be downloaded. See the npm output above.')
  }
  return { ...environment, NU_CHECKER: jar }
}

/** For npm test, which goes on without the checker: html-validate finds most of what it would. */
export async function nuCheckerForTests() {
  if (!javaIsInstalled()) return environment
  return nuCheckerEnvironment().catch((error) => {
    if (!(error instanceof Failure)) throw error
    console.log(`  ${error.message}`)
    return environment
  })
}
