import { describe, expect, test } from 'vitest'
import { findHashtags, hashtagKey, hashtagsOf, isHashtag, withoutFinalHashtags } from './hashtags.ts'

describe('hashtagsOf', () => {
  test.each<[text: string, hashtags: string[]]>([
    ['#roads and #Parks', ['roads', 'Parks']],
    ['(#roads), "#parks"!', ['roads', 'parks']],
    ['#two-words', ['two']],
    ['#snake_case #_x', ['snake_case', '_x']],
    ['#2024election', ['2024election']],
    ['#1 #2024 #_ #', []],
    ['a#b word#tag', []],
    ['##double', []],
    ['https://x.example/page#part and /#part', []],
    ['&#39; &#x27;', []],
    ['#Straße #Ñandú #日本 #Україна #हिन्दी', ['Straße', 'Ñandú', '日本', 'Україна', 'हिन्दी']],
    ['#e\u0301cole', ['e\u0301cole']],
    ['#🗳️ #vote🗳️', ['vote']],
    ['#𝔸𝕝𝕡𝕙𝕒', ['𝔸𝕝𝕡𝕙𝕒']],
    ['#Roads #roads #ROADS #ｒｏａｄｓ', ['Roads']],
    ['#a\n#b\t#c', ['a', 'b', 'c']],
    [`#${'x'.repeat(50)} #${'y'.repeat(51)}`, ['x'.repeat(50)]],
    [
      Array.from({ length: 12 }, (_, index) => `#t${index}`).join(' '),
      Array.from({ length: 10 }, (_, index) => `t${index}`),
    ],
    ['#safe\u202Etxt', ['safe']],
    [
      '#zero\u200Bwidth #infra\u00ADstruc\u00ADture #\u00ADsoft #a\u2060b\uFEFF',
      ['zerowidth', 'infrastructure', 'soft', 'ab'],
    ],
    ['#infra\u00ADstructure #infrastructure #Infra\u200Bstructure', ['infrastructure']],
    ['#ความ\u200Bเปลี่ยน #ខ្មែរ\u200Bក្រហម', ['ความ', 'ខ្មែរ']],
    ['#\u00AD #\u00AD1', []],
    ['#می\u200Cخواهم #क्\u200Dष #join\u200C', ['می\u200Cخواهم', 'क्\u200Dष', 'join']],
    ['#col·legi #paral·lel #ジョン・スミス #a·', ['col·legi', 'paral·lel', 'ジョン・スミス', 'a']],
    ['＃roads ＃日本', ['roads', '日本']],
    ['(#parens) “#quoted” „#low“ ¿#what?', ['parens', 'quoted', 'low', 'what']],
    ['https://en.wikipedia.org/wiki/Bill_(law)#History x.example/a?b=#Part notes.md#Start', []],
    ['`#code` \\#escaped [bill](#target) http://x.example/(#a', []],
    ['> #quoted\n#said', ['said']],
    ['~~~\n#code\n~~~ ?tag=#query пример.рф/a(b)#Part [bill](/x "#title")', []],
    ['#ජී\u200Dවය #ירושלים־תל #ｼﾞｮﾝ･ｽﾐｽ #Ἀθῆναι\u0387Ἑλλάς', ['ජී\u200Dවය', 'ירושלים־תל', 'ｼﾞｮﾝ･ｽﾐｽ', 'Ἀθῆναι\u0387Ἑλλάς']],
    ['﹟small «#angle» 「#日本」', ['small', 'angle', '日本']],
  ])('finds in %j: %j', (text, hashtags) => {
    expect(hashtagsOf(text)).toEqual(hashtags)
  })

  test.each(['#', '#1', '1', '#_', '`', '``` ', '.a', '.a://', '](', '\n>', '\\', '-a'])(
    'takes linear time for many repetitions of %j',
    (part) => {
      // Quadratic time would exceed the time limit of a test by far.
      expect(hashtagsOf(`#1${part.repeat(100_000)}`)).toEqual([])
    },
  )
})

test('findHashtags returns the positions of the signs', () => {
  expect(findHashtags('🗽 #a, #b')).toEqual([
    { name: 'a', index: 3, length: 2 },
    { name: 'b', index: 7, length: 2 },
  ])
})

test.each([
  ['#Roads', 'roads'],
  ['Ｒｏａｄｓ', 'roads'],
  ['e\u0301cole', 'école'],
  ['＃roads', 'roads'],
  ['می\u200Cخواهم', 'میخواهم'],
  ['क्\u200Dष', 'क्ष'],
  ['﹟ｼﾞｮﾝ･ｽﾐｽ', 'ジョン・スミス'],
  ['coŀlegi', 'col·legi'],
])('the key of %s is %s', (name, key) => {
  expect(hashtagKey(name)).toBe(key)
})

test.each([
  ['roads', true],
  ['2024election', true],
  ['1', false],
  ['', false],
  ['two words', false],
  ['a#b', false],
  ['x'.repeat(51), false],
])('isHashtag(%j) is %s', (name, valid) => {
  expect(isHashtag(name)).toBe(valid)
})

test.each([
  ['Fix it. #roads #Parks', 'Fix it.'],
  ['Fix the #roads now', 'Fix the #roads now'],
  ['Fix the #roads.', 'Fix the #roads.'],
  ['#roads\n#parks\n', ''],
  ['Buses! #roads #eleventh', 'Buses! #roads #eleventh'],
  ['See `#roads`', 'See `#roads`'],
  ['Fix it. #ro\u00ADads', 'Fix it.'],
])('%j without its final hashtags is %j', (text, rest) => {
  expect(withoutFinalHashtags(text, ['Roads', 'parks'])).toBe(rest)
})
