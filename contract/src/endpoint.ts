import { Type, type Static, type TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { PartName } from './site/part-names.ts'

/**
 * The body of every error response. `detail` is a message for people. `error` and `message` repeat it on the endpoints
 * whose clients must read those names (password reset, sign-up, ratings).
 */
export const ErrorBody = Type.Object({
  code: Type.String(),
  detail: Type.String(),
  error: Type.Optional(Type.String()),
  message: Type.Optional(Type.String()),
  /** With `second_factor_required`: what `/auth/api/token/second-factor/` takes. */
  ticket: Type.Optional(Type.String()),
  fields: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
})
export type ErrorBody = Static<typeof ErrorBody>

/** The error responses of every endpoint, to spread into `schema.response`. */
export const failures = { '4xx': ErrorBody, '5xx': ErrorBody }

export type Area =
  | 'Accounts'
  | 'Polls'
  | 'Politicians'
  | 'Boiler Room'
  | 'Forums'
  | 'Administration'
  | 'Moderation'
  | 'Notifications'
  | 'Search'
  | 'Site'

/**
 * An API endpoint shared by server and web: a fragment of Fastify's route options. The server spreads it into
 * `app.route({ ...endpoint, handler })`; the web passes it to `call(endpoint, input)`.
 */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: string
  schema: {
    /** The part of the API reference. */
    area: Area
    /** The part of the site that it goes off with, or null for none. By default that of its area (`part-facts.ts`). */
    part?: PartName | null
    /** One sentence for the API reference, at most 80 characters: "Lists published polls." */
    summary: string
    /** What a caller needs to know beyond the summary. Markdown. */
    description?: string
    /** What a 404 names: "Poll" for "Poll not found." For calls that look something up by their input. */
    missing?: string
    /** Errors beyond that, and beyond those that the reference adds to every call. */
    errors?: ErrorCode[]
    params?: TSchema
    querystring?: TSchema
    body?: TSchema
    response: Record<string | number, TSchema>
  }
  /**
   * `files` names the fields of multipart/form-data endpoints that contain files. `body` then describes the text fields only.
   * `open`: public data that pages of other sites may read, without credentials.
   * `sensitive`: the viewer must have proved who they are within the last minutes (`accounts/proof.ts`).
   */
  config?: { files?: Record<string, FileField>; open?: true; sensitive?: true }
}

export interface FileField {
  /** The most bytes that all files of the field may have together. */
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

/** What a caller receives: the body of the 200 or 201 response. */
export type Output<E extends Endpoint> = Success<E['schema']['response']>[keyof Success<E['schema']['response']>]
