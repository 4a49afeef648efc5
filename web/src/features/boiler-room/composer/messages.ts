import { postMaxLength } from '@wtpu/contract/boiler-room/posts'
import { fullCount } from '#lib/format.ts'
import type { ApiFailure } from '#lib/api/api.ts'

export const postPublished = {
  title: 'Success',
  description: 'Your post has been published!',
  variant: 'success',
} as const

const publishFailed = 'Failed to publish your post. Please try again.'

export const postTooLong = `A post can have at most ${fullCount(postMaxLength)} characters.`

export const publishFailure = { title: 'Error', description: publishFailed, variant: 'destructive' } as const

/** What the server or the browser says about the failure. The texts of fields come first. */
export function failureReasons(failure: Pick<ApiFailure, 'fields' | 'message'>): string[] {
  const fields = Object.values(failure.fields).flat()
  return fields.length > 0 ? fields : [failure.message]
}
