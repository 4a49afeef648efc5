import { maxErrorReports, reportError as endpoint } from '@wtpu/contract/site/site'
import { optionalCode } from '#lib/optional-code.ts'
import { ApiFailure, pathOf } from './request.ts'

const sent = new Set<string>()

/** Reports errors that no code handles. Returns a stop function. */
export function startErrorReports(): () => void {
  const onError = ({ error }: ErrorEvent) => reportError(error)
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportError(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

/** Sends an error to the server's log, once per load of the page. Failed calls are not errors: the server knows them. */
export function reportError(thrown: unknown): void {
  if (!(thrown instanceof Error) || thrown instanceof ApiFailure || thrown.name === 'AbortError') return
  const { name, message } = thrown
  const places = placesOf(thrown.stack)
  const key = [name, message, places[0]].join(' ')
  if (sent.has(key) || sent.size >= maxErrorReports) return
  sent.add(key)
  void sendReport({ name, message, places })
}

async function sendReport({ name, message, places }: { name: string; message: string; places: string[] }) {
  const { pathname } = window.location
  // The path's pattern, because the path itself may be personal. Only an error needs the table.
  const pages = await optionalCode(() => import('@wtpu/contract/site/on-demand/find-page'))
  const page = pages?.findPage(pathname)?.page.path ?? 'unknown'
  const body = { page, name: name.slice(0, 100), message: message.slice(0, 500), places }
  // Without the access token, and also while the page is being left.
  void fetch(pathOf(endpoint), {
    method: 'POST',
    keepalive: true,
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined)
}

function placesOf(stack = ''): string[] {
  return [...stack.matchAll(/\/assets\/[\w.-]+:\d+:\d+/g)].map(([place]) => place).slice(0, 10)
}
