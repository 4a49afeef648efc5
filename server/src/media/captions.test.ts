import { captionsMaxBytes, captionsProblems, maxCues } from '@wtpu/contract/boiler-room/post-media'
import { expect, test } from 'vitest'
import { cleanCaptions } from './captions.ts'

const cue = (line: string, text: string) => `WEBVTT\n\n${line}\n${text}\n`

test('keeps cues with their places, and nothing else', () => {
  const source = [
    '\uFEFFWEBVTT - Town hall\r\nKind: captions\r\n',
    'STYLE\r\n::cue { background: url(https://evil.example/) }\r\n',
    'REGION\r\nid:fred\r\n',
    'NOTE A secret\r\n--- not shown\r\n',
    'first\r\n00:01.000 --> 00:02.500 align:start line:0 region:fred onload:x\r\n<v.loud Ann>We <i>the</i> <c.x>people</c></v>\r\n<00:01.500>of <b>Ohio</b>\r\n',
    '01:00:00.000 --> 01:00:01.000\r\nلا & 我们\r\n',
  ].join('\r\n')

  expect(cleanCaptions(source)).toBe(
    [
      'WEBVTT',
      '00:00:01.000 --> 00:00:02.500 align:start line:0\nAnn: We <i>the</i> people\nof <b>Ohio</b>',
      '01:00:00.000 --> 01:00:01.000\nلا & 我们',
      '',
    ].join('\n\n'),
  )
})

test('reads SubRip, and its own output', () => {
  const cleaned = cleanCaptions(
    '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nyou\r\n',
  )

  expect(cleaned).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n\n00:00:03.000 --> 00:00:04.000\nyou\n\n')
  expect(cleanCaptions(cleaned)).toBe(cleaned)
})

test.each([
  ['a script', '<script>alert(1)</script>Hi', 'alert(1)Hi'],
  ['an open tag', 'a <img src=x onerror=1', 'a'],
  ['control characters', 'a\u0000b\u001b', 'ab'],
  ['attributes of a kept tag', '<b onclick=1>Hi</b>', 'Hi</b>'],
])('keeps no %s', (_what, text, kept) => {
  expect(cleanCaptions(cue('00:01.000 --> 00:02.000', text))).toContain(`\n${kept}\n`)
})

test.each([
  ['an empty file', '', captionsProblems.unknownType],
  ['a web page', '<!doctype html><p>Hi', captionsProblems.unknownType],
  ['a word that begins like the header', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nHi', captionsProblems.unknownType],
  ['a header only', 'WEBVTT\n', captionsProblems.noCues],
  ['a cue that ends before it starts', cue('00:02.000 --> 00:01.000', 'Hi'), captionsProblems.noCues],
  ['impossible times', cue('00:61.000 --> 00:99.000', 'Hi'), captionsProblems.noCues],
  ['more than 256 kB', `WEBVTT\n\n${'é'.repeat(captionsMaxBytes / 2)}`, captionsProblems.tooLarge],
  ['too many cues', `WEBVTT${'\n\n00:01.000 --> 00:02.000\na'.repeat(maxCues + 1)}`, captionsProblems.tooManyCues],
])('rejects %s', (_what, source, problem) => {
  expect(() => cleanCaptions(source)).toThrow(problem)
})

test('takes no long time for hostile text', () => {
  const start = performance.now()
  for (const text of ['<', '<v ', '-->', '\n \n', '00:00.000 --> ', '<v a', ' \t']) {
    const source = `WEBVTT\n\n00:01.000 --> 00:02.000\n${text.repeat(200_000 / text.length)}`
    try {
      cleanCaptions(source)
    } catch {}
  }
  expect(performance.now() - start).toBeLessThan(3_000)
})
