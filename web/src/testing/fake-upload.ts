import { act } from '@testing-library/react'
import { vi } from 'vitest'

/**
 * Replaces `XMLHttpRequest`. Tests report progress and response themselves, because only this API reports how much of an upload
 * has been sent.
 */
export function fakeUploads() {
  const uploads: FakeUpload[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends FakeUpload {
      constructor() {
        super()
        uploads.push(this)
      }
    },
  )
  return uploads
}

class FakeUpload extends EventTarget {
  readonly upload = new EventTarget()
  readonly headers = new Headers()
  method = ''
  path = ''
  status = 0
  responseText = ''
  withCredentials = false
  aborted = false
  form: FormData | undefined
  #replyHeaders = new Headers()

  open(method: string, path: string) {
    this.method = method
    this.path = path
  }

  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }

  getResponseHeader(name: string) {
    return this.#replyHeaders.get(name)
  }

  send(form: FormData) {
    this.form = form
  }

  abort() {
    this.aborted = true
  }

  async progress(loaded: number, total: number) {
    await act(async () => this.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total })))
  }

  async respond(status: number, body: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.#replyHeaders = new Headers(headers)
    await act(async () => this.dispatchEvent(new Event('load')))
  }

  async loseConnection() {
    await act(async () => this.dispatchEvent(new Event('error')))
  }
}
