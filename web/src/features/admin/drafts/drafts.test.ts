import { rules } from '@wtpu/contract/moderation/on-demand/rules'
import { site } from '@wtpu/contract/site/name'
import { closeParts, offOf, presets, wordsOf } from '@wtpu/contract/site/on-demand/part-facts'
import { partNames } from '@wtpu/contract/site/part-names'
import { afterEach, expect, test } from 'vitest'
import { decisionSentences } from '#community/menu/decision-sentences.ts'
import { draftOf } from './drafts.ts'

afterEach(() => void (site.off = undefined))

const drafts = () => [draftOf('terms', 2), draftOf('privacy', 2)].join('\n')
const texts = () => [
  drafts(),
  ...rules.flatMap(([rule, meaning]) => [rule, typeof meaning === 'string' ? meaning : meaning()]),
  ...decisionSentences.flat(2),
]

test('drafts, guidelines and sentences of moderators say nothing of parts that are off', () => {
  for (const wanted of [...partNames.map((part) => [part]), ...presets.map(({ on }) => offOf(on))]) {
    site.off = closeParts(wanted)
    expect(drafts()).not.toMatch(/[{}]|\s[.,]|\w\(| {2}\w/)
    if (site.off.length === 0) continue
    const words = wordsOf(site.off)
    expect(texts().flatMap((text) => words.exec(text)?.[0] ?? [])).toEqual([])
  }
})
