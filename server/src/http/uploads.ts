import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Endpoint, FileField } from '@wtpu/contract/endpoint'
import type { FastifyInstance, FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { ApiError } from './errors.ts'
import { requireStorableText } from './text.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `receiveForm`: by field, where each file was put for as long as the request takes. */
    uploads: Record<string, string[]>
  }
  interface FastifyContextConfig {
    files?: Record<string, FileField>
  }
}

/** Calls whose body is a form: everything else still refuses multipart. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  app.decorateRequest('uploads')
  await app.register(multipart, { throwFileSizeLimit: false })
}

/**
 * Reads a form before its text fields are checked against the endpoint's body. Files are streamed to a folder of the
 * request, never further than the field's limit, and are gone with the request; what they are is for the handler to find
 * out by their content: neither their name nor their type is believed.
 */
export function receiveForm(endpoint: Endpoint): preValidationAsyncHookHandler {
  const fields = endpoint.config?.files ?? {}
  const all = Object.values(fields)
  const limits = {
    fileSize: Math.max(...all.map((field) => field.maxBytes)) + 1,
    files: all.reduce((sum, field) => sum + field.maxCount, 0) + 1,
    fields: 20,
    fieldSize: 64 * 1024,
  }
  return async (request, reply) => {
    if (!request.isMultipart()) {
      throw new ApiError(415, 'not_a_form', 'This call takes a form (multipart/form-data).')
    }
    const folder = await mkdtemp(path.join(tmpdir(), 'wtpu-upload-'))
    // The reply's end, not the request's: a request is over as soon as it was read.
    reply.raw.once('close', () => void rm(folder, { recursive: true, force: true }))
    request.uploads = {}
    const form: Record<string, string> = {}
    const refusals: Record<string, string[]> = {}
    try {
      // The rest of a form is read also after a refusal: a browser that is still sending would not hear the reason.
      for await (const part of request.parts({ limits, preservePath: true })) {
        if (part.type === 'field') form[part.fieldname] = String(part.value)
        else await receiveFile(part, fields[part.fieldname], { folder, request, refusals })
      }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      throw formError(error)
    }
    const [problem] = Object.values(refusals).flat()
    if (problem !== undefined) throw new ApiError(400, 'invalid', problem, { fields: refusals })
    requireStorableText(form)
    request.body = form
  }
}

interface Receiving {
  folder: string
  request: FastifyRequest
  refusals: Record<string, string[]>
}

async function receiveFile(
  part: MultipartFile,
  field: FileField | undefined,
  { folder, request, refusals }: Receiving,
): Promise<void> {
  const received = (request.uploads[part.fieldname] ??= [])
  const file = path.join(folder, randomUUID())
  await pipeline(part.file, createWriteStream(file))
  const refuse = (reason: string) => (refusals[part.fieldname] ??= []).push(reason)
  if (!field) refuse(`${part.fieldname} does not take a file`)
  else if (/[/\\\0]/.test(part.filename)) refuse('The name of the file is not valid.')
  else if (part.file.truncated || part.file.bytesRead > field.maxBytes) refuse(field.tooLarge)
  else if (received.length >= field.maxCount) refuse(`At most ${field.maxCount} of these files can be sent.`)
  else received.push(file)
}

/** A form that is cut off or has no boundary is a plain error to the parser (fact 5). */
function formError(error: unknown): ApiError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 400
  if (status === 413) return new ApiError(413, 'form_too_large', 'The form is too large.')
  return new ApiError(400, 'bad_form', 'The form could not be read. Please try again.')
}
