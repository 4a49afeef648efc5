import { imageMaxBytes, mediaProblems, videoMaxBytes } from '@wtpu/contract/boiler-room/post-media'
import { expect, test } from 'vitest'
import { addFiles, mediaKind } from './use-media.ts'

const file = (type: string, { size = 10, name = 'file' } = {}) => ({ name, size, type })
const image = file('image/jpeg')
const video = file('video/mp4')
const picked = (...kinds: ('image' | 'video')[]) => kinds.map((kind) => ({ kind }))

test.each([
  ['image/jpeg', '', 'image'],
  ['image/gif', '', 'image'],
  ['video/webm', '', 'video'],
  ['', 'clip.MP4', 'video'],
  ['', 'photo.jpeg', 'image'],
  ['image/svg+xml', 'a.png', undefined],
  ['video/quicktime', 'IMG_1.MOV', 'video'],
  ['', 'IMG_1.mov', 'video'],
  ['image/jpg', 'photo', 'image'],
  ['', 'photo.jfif', 'image'],
  ['video/3gpp', 'VID_1.3gp', 'video'],
  ['video/x-matroska', 'a.mp4', undefined],
  ['', 'notes.txt', undefined],
])('recognizes the type "%s" with the name "%s" as %s', (type, name, kind) => {
  expect(mediaKind(file(type, { name }))).toBe(kind)
})

test.each([
  ['four images', [], [image, image, image, image], 4, undefined],
  ['a fifth image', picked('image', 'image', 'image'), [image, image], 1, mediaProblems.tooManyImages],
  ['a video and an image', [], [video, image], 1, mediaProblems.oneVideo],
  ['a second video', picked('video'), [video], 0, mediaProblems.oneVideo],
  ['a video after an image', picked('image'), [video], 0, mediaProblems.oneVideo],
  ['an image of 5 MB', [], [file('image/png', { size: imageMaxBytes })], 1, undefined],
  ['a larger image', [], [file('image/png', { size: imageMaxBytes + 1 })], 0, mediaProblems.imageTooLarge],
  ['a video of 100 MB', [], [file('video/mp4', { size: videoMaxBytes })], 1, undefined],
  ['a larger video', [], [file('video/mp4', { size: videoMaxBytes + 1 })], 0, mediaProblems.videoTooLarge],
  ['a document', [], [file('application/pdf'), image], 1, `This is a PDF document. ${mediaProblems.unknownType}`],
  ['a HEIC photo', [], [file('', { name: 'IMG_1.HEIC' })], 0, expect.stringMatching(/^This is a HEIC photo.*JPEG/)],
  ['a camera video', [], [file('', { name: '00001.MTS' })], 0, `This is an AVCHD video. ${mediaProblems.unknownType}`],
  ['an empty file', [], [file('image/png', { size: 0 })], 0, 'This file is empty.'],
  ['notes', [], [file('text/plain')], 0, mediaProblems.unknownType],
])('adds %s as far as the limits allow', (_what, current, files, count, problem) => {
  const result = addFiles(current, files)
  expect(result.added).toHaveLength(count)
  expect(result.problem).toEqual(problem)
})
