import { lengthProblem } from '@wtpu/contract/lengths'
import { postMaxLength } from '@wtpu/contract/boiler-room/posts'
import { altMaxLength } from '@wtpu/contract/boiler-room/post-media'
import { assertFields, invalidInput } from '#http/errors.ts'
import {
  hashtagKey,
  hashtagMaxLength,
  hashtagsOf,
  isHashtag,
  withoutSign,
  maxHashtagsPerPost,
} from '@wtpu/contract/boiler-room/hashtags'

interface PostText {
  text: string
  alts: string[]
  hasMedia: boolean
}

/** @throws ApiError 400 */
export function validateText({ text, alts, hasMedia }: PostText): void {
  const isEmpty = text === '' && !hasMedia
  assertFields({
    text: isEmpty ? 'A post needs some text, an image or a video.' : lengthProblem('A post', text, postMaxLength),
    media_alt: alts.map((alt) => lengthProblem('A description', alt, altMaxLength)).find(Boolean),
  })
}

/**
 * The hashtags of a post: those of its text, then those that the client lists.
 * @throws ApiError 400 if a listed one is not a hashtag.
 */
export function chooseHashtags(text: string, listed: string[]): string[] {
  const names = listed.map((name) => withoutSign(name.trim())).filter(Boolean)
  if (!names.every(isHashtag)) {
    const message = `A hashtag can have at most ${hashtagMaxLength} letters, digits and underscores, with at least one letter.`
    throw invalidInput({ hashtag_list: [message] })
  }
  const byKey = new Map<string, string>()
  for (const name of [...hashtagsOf(text), ...names])
    if (!byKey.has(hashtagKey(name))) byKey.set(hashtagKey(name), name)
  return [...byKey.values()].slice(0, maxHashtagsPerPost)
}

/** The hashtags after an edit of the text: those that the client listed in addition to the earlier text stay. */
export function hashtagsAfterEdit(before: { text: string; hashtags: string[] }, text: string): string[] {
  const inText = new Set(hashtagsOf(before.text).map(hashtagKey))
  return chooseHashtags(
    text,
    before.hashtags.filter((name) => !inText.has(hashtagKey(name))),
  )
}
