import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import type { Config } from '#config.ts'
import { isFileName, typeOf, type FileStore } from './file-store.ts'

/**
 * Stores files in a bucket. Keys and region come from the environment or the machine, as for every program that uses Amazon's
 * SDK (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION), and so does the address of another provider's store
 * (AWS_ENDPOINT_URL_S3).
 */
export function openS3Store({ bucket, prefix, endpoint, region }: NonNullable<Config['mediaStore']>): FileStore {
  const client = new S3Client({
    region,
    endpoint,
    // Other providers' stores have no address for each bucket.
    forcePathStyle: endpoint !== undefined,
    // Not every provider knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 10_000, httpsAgent: { maxSockets: 100 } },
  })
  const at = (name: string) => {
    if (!isFileName(name)) throw new Error(`not the name of a stored file: ${name}`)
    return { Bucket: bucket, Key: `${prefix}${name}` }
  }
  return {
    async save(name, content) {
      const [Body, bytes] = Buffer.isBuffer(content) ? [content, content.length] : [content.stream, content.bytes]
      const cached = { CacheControl: 'public, max-age=31536000, immutable', ContentType: typeOf(name) }
      await client.send(new PutObjectCommand({ ...at(name), Body, ContentLength: bytes, ...cached }))
    },
    async size(name) {
      if (!isFileName(name)) return undefined
      try {
        return (await client.send(new HeadObjectCommand(at(name)))).ContentLength
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async read(name, { start, end }) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ ...at(name), Range: `bytes=${start}-${end}` }))
        if (Body instanceof Readable) return Body
        throw new Error('The store sent no content')
      } catch (error) {
        throw isMissing(error) ? Object.assign(new Error(`${name} was removed`), { code: 'ENOENT' }) : error
      }
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(at(name)))
    },
    async check() {
      const name = 'check/start.txt'
      try {
        await this.save(name, Buffer.from('WTPU'))
        await this.remove(name)
      } catch (error) {
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
        throw new Error(
          `Files cannot be stored in the bucket ${bucket}${endpoint ? ` at ${new URL(endpoint).host}` : ''}: ${reason}\n` +
            'Check MEDIA_STORE, AWS_ENDPOINT_URL_S3, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
          { cause: error },
        )
      }
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}
