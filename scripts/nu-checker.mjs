// Finds the Nu HTML Checker, a Java program, and downloads it first if that is missing.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { environment, Failure } from './ensure.mjs'
import { installOnDemand } from './on-demand.mjs'

export const javaIsInstalled = () => spawnSync('java', ['-version']).status === 0

/** The environment with the path of the checker for e2e/html.spec.ts. */
export async function nuCheckerEnvironment() {
  const checker = await installOnDemand('vnu-jar', '26.9.27', 30)
  return { ...environment, NU_CHECKER: join(checker, 'build/dist/vnu.jar') }
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
