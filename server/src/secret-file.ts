import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

export const minSecretLength = 32

export const secretFile = (dataDir: string) => path.join(dataDir, 'jwt-secret')

export const makeSecret = () => randomBytes(32).toString('hex')

/** The secret that was generated for this data folder. Undefined if there is none. @throws Error if it cannot be read */
export function readSecretFile(dataDir: string): string | undefined {
  const file = secretFile(dataDir)
  let secret: string
  try {
    secret = readFileSync(file, 'utf8').trim()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw new Error(
      `The secret in ${file} cannot be read (${code}). Make it readable for the user that runs WTPU: chown it to that user, and chmod 600.`,
      { cause: error },
    )
  }
  if (secret.length >= minSecretLength) return secret
  throw new Error(
    `The secret in ${file} has fewer than ${minSecretLength} characters. Put the file back from a backup, or delete it if the site is new.`,
  )
}

/** Without JWT_SECRET, a secret is generated once and stored in DATA_DIR, readable only by its owner. */
export function loadOrCreateSecret(dataDir: string): string {
  const existing = readSecretFile(dataDir)
  if (existing !== undefined) return existing
  try {
    mkdirSync(dataDir, { recursive: true })
    // "wx" fails if the file exists, so two servers starting at once use the same secret.
    writeFileSync(secretFile(dataDir), makeSecret(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) {
      throw new Error(`DATA_DIR ${dataDir} cannot be written: ${String(error)}`, { cause: error })
    }
  }
  return loadOrCreateSecret(dataDir)
}

/** Stores a secret that is to be used from now on. @returns the file, and `use`, which makes it the secret of the data folder */
export function writeNewSecret(dataDir: string, secret: string): { file: string; use(): void } {
  const file = `${secretFile(dataDir)}.new`
  mkdirSync(dataDir, { recursive: true })
  // One that was left behind would keep its mode.
  rmSync(file, { force: true })
  writeFileSync(file, secret, { flag: 'wx', mode: 0o600 })
  return { file, use: () => renameSync(file, secretFile(dataDir)) }
}
