import { sessionStore } from './storage.ts'

const name = 'MissingCode'
const reloadedKey = 'wtpu-reloaded-for'
const answerMs = 5000
const checked = new WeakSet<Error>()

/**
 * Renames the error of code that cannot be loaded, because the network failed or a newer version replaced it. The router
 * would reload the page at once, and offline that loses it.
 */
export function nameMissingCode(error: unknown): unknown {
  if (!(error instanceof Error) || error.name === name) return error
  return Object.assign(error, { name, message: `Not loaded: ${error.message}` })
}

export function isMissingCode(error: unknown): error is Error {
  return error instanceof Error && error.name === name
}

/**
 * Reloads the page if the server answers, because it may have a newer version. Does so once for each missing file, so it
 * cannot loop. Resolves to false if it does not reload.
 */
export async function reloadOnceFor(error: Error): Promise<boolean> {
  const { message } = error
  // While the router tries again, it may throw the same error once more.
  if (checked.has(error) || sessionStore.read(reloadedKey) === message) return false
  checked.add(error)
  if (!(await serverAnswers())) return false
  sessionStore.write(reloadedKey, message)
  window.location.reload()
  return true
}

/** Tells a missing file from a lost network. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const { ok } = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) })
    return ok
  } catch {
    return false
  }
}
