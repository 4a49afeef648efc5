import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import type { Endpoint, FileField } from '@wtpu/contract/endpoint'
import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationAsyncHookHandler } from 'fastify'
import { ApiError, invalidInput } from '#http/errors.ts'
import { networkKey } from '#http/limits/rate-limit.ts'
import { assertStorableText } from '#http/text.ts'
import { registerUploadFolder, uploadsBusy } from './upload-folder.ts'
import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `receiveForm`: file paths by field. The files exist until the response is sent. */
    uploads: Record<string, string[]>
  }
  interface FastifyContextConfig {
    files?: Record<string, FileField>
  }
}

/** Enables multipart parsing. Only routes with `receiveForm` use it. */
export async function registerUploads(app: FastifyInstance): Promise<void> {
  app.decorateRequest('uploads')
  registerUploadFolder(app)
  await app.register(multipart, { throwFileSizeLimit: false })
}

type BeforeFile = (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

const maxFields = 20
/** Bytes of all text fields of a form together. */
const maxTextBytes = 64 * 1024

/**
 * Reads a form before its text fields are validated against the endpoint's body schema. Streams files into a folder of the
 * request and stops at the first error (see `drainBody`). Handlers detect a file's type from its content and ignore its
 * declared name and type. A field that the schema declares as an array collects all its values.
 * @param beforeFile a guard that runs before the first file of the form is read.
 */
export function receiveForm(endpoint: Endpoint, beforeFile?: BeforeFile): preValidationAsyncHookHandler {
  const fields = endpoint.config?.files ?? {}
  const all = Object.values(fields)
  const maxBytes = all.reduce((sum, field) => sum + field.maxBytes, 0)
  const limits = {
    fileSize: Math.max(...all.map((field) => field.maxBytes)) + 1,
    files: all.reduce((sum, field) => sum + field.maxCount, 0) + 1,
    fields: maxFields,
    fieldSize: maxTextBytes,
  }
  const lists = new Set(listFields(endpoint))
  return async function receive(request, reply) {
    if (!request.isMultipart()) {
      throw new ApiError('not_a_form')
    }
    request.uploads = {}
    const form: Form = {}
    let textBytes = 0
    let upload: OpenUpload | undefined
    try {
      for await (const part of request.parts({ limits, preservePath: true })) {
        if (part.type === 'field') {
          textBytes += Buffer.byteLength(String(part.value))
          if (textBytes > maxTextBytes) throw formTooLarge()
          addField(form, part.fieldname, String(part.value), lists)
        } else {
          // A form without files takes no slot from uploads.
          if (!upload) {
            await beforeFile?.call(request.server, request, reply)
            upload = await openUpload(request, reply, maxBytes)
          }
          await receiveFile(part, fields[part.fieldname], { upload, request })
        }
      }
    } catch (error) {
      // An error of the operating system, such as a full disk, is not an error of the form.
      const isOurs = error instanceof ApiError || (error instanceof Error && 'syscall' in error)
      throw isOurs ? error : formError(error)
    } finally {
      upload?.received()
    }
    assertStorableText(form)
    request.body = form
  }
}

interface OpenUpload {
  folder: string
  /** Aborted when the upload must give its slot to another. */
  displaced: AbortSignal
  /** Call it when the form is read. */
  received: () => void
}

async function openUpload(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<OpenUpload> {
  const { socket } = request.raw
  const begin = socket.bytesRead
  const uploader = {
    userId: request.viewerId,
    network: networkKey(request),
    maxBytes,
    bytesRead: () => socket.bytesRead - begin,
  }
  const { folder, displaced, received, close } = await request.server.uploadFolder.open(uploader)
  // Wait for the end of the response. The request's `close` event comes as soon as its body has been read.
  reply.raw.once('close', () => void close())
  if (reply.raw.destroyed) {
    // The client disconnected while the folder was created, so `close` was emitted before the listener was added.
    await close()
    throw formError(undefined)
  }
  const readCompletely = allowSlowUpload(socket)
  return {
    folder,
    displaced,
    received: () => {
      received()
      readCompletely()
    },
  }
}

type Form = Record<string, string | string[]>

/** The fields that the body schema declares as arrays. A form repeats such a field. */
function listFields({ schema }: Endpoint): string[] {
  const properties: object = schema.body && 'properties' in schema.body ? Object(schema.body.properties) : {}
  return Object.entries(properties).flatMap(([name, property]) => (Object(property).type === 'array' ? [name] : []))
}

function addField(form: Form, name: string, value: string, lists: ReadonlySet<string>): void {
  if (!lists.has(name)) form[name] = value
  else {
    const values = form[name]
    form[name] = Array.isArray(values) ? [...values, value] : [value]
  }
}

interface Target {
  upload: OpenUpload
  request: FastifyRequest
}

async function receiveFile(part: MultipartFile, field: FileField | undefined, { upload, request }: Target) {
  const name = part.fieldname
  if (!field) throw invalidInput({ [name]: [`${name} does not take a file`] })
  const received = (request.uploads[name] ??= [])
  if (/[/\\\0]/.test(part.filename)) throw invalidInput({ [name]: ['The name of the file is not valid.'] })
  if (received.length >= field.maxCount) {
    throw invalidInput({ [name]: [field.tooMany ?? `At most ${field.maxCount} of these files can be sent.`] })
  }
  const file = path.join(upload.folder, randomUUID())
  const tooLarge = new AbortController()
  part.file.once('limit', () => tooLarge.abort())
  try {
    const signal = AbortSignal.any([tooLarge.signal, upload.displaced])
    await pipeline(part.file, createWriteStream(file), { signal })
  } catch (error) {
    if (upload.displaced.aborted) throw uploadsBusy()
    if (tooLarge.signal.aborted) throw invalidInput({ [name]: [field.tooLarge] })
    throw error
  }
  received.push(file)
  if ((await totalBytes(received)) > field.maxBytes) throw invalidInput({ [name]: [field.tooLarge] })
}

async function totalBytes(files: string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function formTooLarge(): ApiError {
  return new ApiError('form_too_large')
}

/** The parser throws a plain error for a form that is incomplete or has no boundary. */
function formError(error: unknown): ApiError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 400
  if (status === 413) return formTooLarge()
  return new ApiError('bad_form')
}

/**
 * A request must arrive within the server's request timeout, which is too short for a video over a slow line. An upload
 * that was accepted may take longer, as long as it is at least this fast. Time is in milliseconds.
 */
const minProgress = { bytes: 256 * 1024, every: 30_000 }

/** From the end of the form to the response, instead of the server's idle timeout: images may wait in their queue. */
const replyTimeout = 5 * 60_000

const accepted = new WeakSet<Socket>()

/**
 * Exempts the upload on this connection from the request timeout, and disconnects it if it becomes too slow instead.
 * @returns a function that ends this. Call it when the form is read.
 */
export function allowSlowUpload(socket: Socket, { bytes, every } = minProgress): () => void {
  // A request of `app.inject` has none.
  if (!(socket instanceof Socket)) return () => undefined
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (socket.bytesRead - before < bytes) socket.destroy()
    before = socket.bytesRead
  }, every).unref()
  accepted.add(socket)
  return () => {
    clearInterval(timer)
    accepted.delete(socket)
    socket.setTimeout(replyTimeout)
  }
}

const statusCodes: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Responds to a request that Node could not read, and disconnects. Node reports the request timeout in this way too. */
export function handleClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && accepted.has(socket)) return
  const status = statusCodes[error.code ?? ''] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify({ code: 'bad_request', detail: `${reason}.` })
  const head = `HTTP/1.1 ${status} ${reason}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json`
  if (socket.writable) socket.write(`${head}\r\nConnection: close\r\n\r\n${body}`)
  socket.destroySoon()
}
