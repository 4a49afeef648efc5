import type { Static, TSchema } from 'typebox'

/**
 * An API endpoint shared by server and web: a fragment of Fastify's route options. The server spreads it into
 * `app.route({ ...endpoint, handler })`; the web passes it to `call(endpoint, input)`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  schema: {
    /** One sentence for the API reference, at most 80 characters: "Lists published polls." */
    summary: string
    /** What a caller needs to know beyond the summary. Markdown. */
    description?: string
    /** The `code` of errors beyond those that the reference adds to every call, by status. */
    refusals?: { [status in 400 | 401 | 403 | 404 | 409 | 429 | 503]?: string[] }
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: Record<string | number, TSchema>
  }
  /** Set for multipart/form-data endpoints: the fields that contain files. `body` then describes the text fields only. */
  config?: { files: Record<string, FileField> }
}

export interface FileField {
  /** Of all files of the field together. */
  maxBytes: number
  /** The error message for larger files. */
  tooLarge: string
  maxCount: number
  /** The error message for more files. */
  tooMany?: string
}

type Part<E extends Endpoint, K extends 'params' | 'querystring' | 'body'> = E['schema'][K] extends TSchema
  ? { [P in K]: Static<E['schema'][K]> }
  : unknown

/** The part of the browser's `File` type that the contract needs. */
export interface FileLike {
  readonly size: number
  readonly type: string
}

type Files<E extends Endpoint> = E['config'] extends { files: infer F }
  ? { files?: { [K in keyof F]?: FileLike[] } }
  : unknown

/** What a caller passes: `{ params, querystring, body, files }`, limited to the parts that the endpoint has. */
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'querystring'> & Part<E, 'body'> & Files<E>

type Success<R> = { [S in keyof R]: S extends 200 | 201 ? (R[S] extends TSchema ? Static<R[S]> : never) : never }

/** What a caller receives: the body of the 200 or 201 reply. */
export type Output<E extends Endpoint> = Success<E['schema']['response']>[keyof Success<E['schema']['response']>]
