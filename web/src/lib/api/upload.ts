import type { Endpoint, Input, Output } from '@wtpu/contract/endpoint'
import { refreshExpiredToken, withAccessToken } from '#lib/session/session.ts'
import { discardPrefetched } from './prefetched.ts'
import {
  ApiFailure,
  bodyFor,
  headersFor,
  outputOf,
  pathOf,
  requestTimeout,
  toRequestInput,
  tooSlow,
  type FullResponse,
  type RequestInput,
} from './request.ts'

interface UploadOptions {
  /** Called with the share of the request that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Like `call`, for forms with large files: it reports progress, and it times out only while no bytes are sent. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: Input<E> & object,
  options: UploadOptions = {},
): Promise<Output<E>> {
  await refreshExpiredToken()
  return withAccessToken(endpoint, (access) => sendForm(endpoint, toRequestInput(input), access, options))
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
function sendForm<E extends Endpoint>(
  endpoint: E,
  input: RequestInput,
  access: string | null,
  { onProgress, signal }: UploadOptions,
): Promise<Output<E>> {
  discardPrefetched()
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const idle = startIdleTimer(() => fail({ error: tooSlow }))
    const abort = () => fail({ cancelled: true })
    const finish = () => {
      idle.stop()
      signal?.removeEventListener('abort', abort)
    }
    const fail = (details: { error?: string; cancelled?: boolean } = {}) => {
      finish()
      reject(new ApiFailure({ status: 0, ...details }))
      request.abort()
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      idle.restart()
      onProgress?.(total > 0 ? loaded / total : 0)
    })
    request.addEventListener('error', () => fail())
    request.addEventListener('load', () => {
      finish()
      resolve(Promise.resolve().then(() => outputOf<E>(responseOf(request))))
    })
    signal?.addEventListener('abort', abort, { once: true })
    request.open(endpoint.method, pathOf(endpoint, input))
    request.withCredentials = true
    for (const [name, value] of Object.entries(headersFor(endpoint, input, access)))
      request.setRequestHeader(name, value)
    if (signal?.aborted) abort()
    else request.send(bodyFor(endpoint, input))
  })
}

function responseOf(request: XMLHttpRequest): FullResponse {
  return { status: request.status, header: (name) => request.getResponseHeader(name), text: request.responseText }
}

/** Calls `onIdle` once `requestTimeout` has passed since the start or the last restart. */
function startIdleTimer(onIdle: () => void): { restart: () => void; stop: () => void } {
  let timer = setTimeout(onIdle, requestTimeout)
  return {
    restart: () => {
      clearTimeout(timer)
      timer = setTimeout(onIdle, requestTimeout)
    },
    stop: () => clearTimeout(timer),
  }
}
