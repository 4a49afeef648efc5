import { appealPath } from '@wtpu/contract/moderation/appeals'
import { notFound } from '#http/errors.ts'
import { isKeyedHash, keyedHash } from '#http/keyed-hash.ts'

const purpose = 'appeal links'

interface Link {
  actionId: number
  userId: number
}

/** The page where this user appeals against this decision without signing in. It can do nothing else. */
export function appealUrl({ jwtSecret, publicUrl }: { jwtSecret: string; publicUrl: string }, link: Link): string {
  const claims = `${link.actionId}.${link.userId}`
  return `${publicUrl}${appealPath(`${claims}.${keyedHash(jwtSecret, purpose, claims)}`)}`
}

/** @throws ApiError 404 if the link is not valid */
export function readAppealLink(secret: string, token: string): Link {
  const [, claims = '', actionId, userId, signature = ''] = /^((\d{1,9})\.(\d{1,9}))\.([\w-]{43})$/.exec(token) ?? []
  if (!isKeyedHash(signature, secret, purpose, claims)) throw notFound('Decision')
  return { actionId: Number(actionId), userId: Number(userId) }
}
