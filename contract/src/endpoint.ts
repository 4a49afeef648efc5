import type { Static, TSchema } from 'typebox'

/**
 * A call that client and server promise each other: a fragment of Fastify's route options.
 * The server spreads it into `app.route({ ...endpoint, handler })`, the web passes it to `call(endpoint, input)`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  url: string
  schema: {
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: Record<string | number, TSchema>
  }
  /** Present on calls that are sent as multipart/form-data: the fields that hold files. The body is text fields only. */
  config?: { files: Record<string, FileField> }
}

export interface FileField {
  maxBytes: number
  /** The sentence for a file that is larger. */
  tooLarge: string
  maxCount: number
}

type Part<E extends Endpoint, K extends 'params' | 'querystring' | 'body'> = E['schema'][K] extends TSchema
  ? { [P in K]: Static<E['schema'][K]> }
  : unknown

/** What of a browser's `File` the contract needs to know. */
export interface FileLike {
  readonly size: number
  readonly type: string
}

type Files<E extends Endpoint> = E['config'] extends { files: infer F }
  ? { files?: { [K in keyof F]?: FileLike[] } }
  : unknown

/** What a caller passes: `{ params, querystring, body, files }`, each only where the endpoint has it. */
export type Input<E extends Endpoint> = Part<E, 'params'> & Part<E, 'querystring'> & Part<E, 'body'> & Files<E>

type Success<R> = { [S in keyof R]: S extends 200 | 201 ? (R[S] extends TSchema ? Static<R[S]> : never) : never }

/** What a caller gets: the body of the 200 or 201 reply. */
export type Output<E extends Endpoint> = Success<E['schema']['response']>[keyof Success<E['schema']['response']>]
