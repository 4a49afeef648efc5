import type { Endpoint } from '@wtpu/contract/endpoint'
import type { LightMyRequestResponse } from 'fastify'
import type { startTestApp } from './test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

interface Form {
  /** An array repeats the field. */
  text?: Record<string, string | string[]>
  files?: { field: string; bytes: Buffer; name?: string; type?: string }[]
}

/** Sends a multipart form as this user. */
export async function sendForm(
  t: TestApp,
  user: { id: number },
  endpoint: Endpoint,
  { text = {}, files = [] }: Form,
): Promise<LightMyRequestResponse> {
  const form = new FormData()
  for (const [name, values] of Object.entries(text)) for (const value of [values].flat()) form.append(name, value)
  for (const { field, bytes, name = 'file', type = 'application/octet-stream' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  }
  const encoded = new Response(form)
  return t.app.inject({
    method: endpoint.method,
    url: endpoint.url,
    headers: {
      authorization: await t.as(user).authorization(),
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}
