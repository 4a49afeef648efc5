import { postMaxLength } from '@wtpu/contract/boiler-room/posts'
import { altMaxLength } from '@wtpu/contract/boiler-room/post-media'
import { invalidInput } from '#http/errors.ts'

interface PostText {
  text: string
  alts: string[]
  hasMedia: boolean
}

/** Lengths are counted in code points. @throws ApiError 400 */
export function validateText({ text, alts, hasMedia }: PostText): void {
  const fields: Record<string, string[]> = {}
  const lengthOf = (one: string) => Array.from(one).length
  if (text === '' && !hasMedia) fields['text'] = ['A post needs some text, an image or a video.']
  if (lengthOf(text) > postMaxLength) fields['text'] = [`A post can have at most ${postMaxLength} characters.`]
  if (alts.some((alt) => lengthOf(alt) > altMaxLength)) {
    fields['media_alt'] = [`A description can have at most ${altMaxLength} characters.`]
  }
  const problems = Object.values(fields).flat()
  if (problems.length > 0) throw invalidInput(fields)
}
