// What npm run check -- --changed checks: the files that differ from the last commit, or from the commit that is named.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, root } from './ensure.mjs'

/**
 * Tracked and new files that exist and differ from a commit.
 *
 * @param {string} commit
 * @returns {string[]}
 */
export function changedFiles(commit) {
  try {
    return [
      ['diff', '--name-only', commit],
      ['ls-files', '--others', '--exclude-standard'],
    ]
      .flatMap((args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).split('\n'))
      .filter((file) => file !== '' && existsSync(join(root, file)))
  } catch {
    throw new Failure(`--changed compares with a commit, and git does not know ${commit}.`)
  }
}

const features = /^(?:(?:server|web)\/src\/features|contract\/src)\/([^/.]+)/

/**
 * Where the tests of changed files are. The tests of a feature are in its folders: every test of a call imports the whole
 * server, so imports say nothing about it. `files` belong to no feature; whatever imports them is tested.
 *
 * @param {string[]} changed
 * @param {(folder: string) => boolean} exists
 * @returns {{ folders: string[]; files: string[] }}
 */
export function testsReachedBy(changed, exists = (folder) => existsSync(join(root, folder))) {
  const code = changed.filter((file) => /^(contract|server|web|scripts)\/.*\.(ts|tsx|mjs)$|^server\/demo\//.test(file))
  const foldersOf = (/** @type {string} */ file) => {
    if (file.startsWith('server/demo/')) return ['server/src/demo/']
    const feature = features.exec(file)?.[1]
    return feature ? ['server', 'web'].map((side) => `${side}/src/features/${feature}/`).filter(exists) : []
  }
  return {
    folders: [...new Set(code.flatMap(foldersOf))],
    files: code.filter((file) => foldersOf(file).length === 0),
  }
}
