import { expect, test } from 'vitest'
import { hostOf, isWebAddress } from './web-address.ts'

test.each([
  ['https://club.example/budget?year=2026#table', true],
  ['HTTPS://club.example', true],
  ['https://münchen.example/', true],
  ['http://club.example/', false],
  // A browser reads it as a path of the page's own host.
  ['https:club.example', false],
  [String.raw`https:\\club.example`, false],
  ['https://', false],
  ['https:// club.example', false],
  ['https://club.example@other.example/', false],
  ['https://:secret@other.example/', false],
  ['//club.example', false],
  ['/media/kits/x.pdf', false],
  ['club.example', false],
  ['javascript:alert(1)//https://club.example', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,https://club.example', false],
  ['blob:https://club.example/1', false],
  ['view-source:https://club.example/', false],
])('people are sent to “%s”: %s', (text, is) => expect(isWebAddress(text)).toBe(is))

test('the host of an address has no letters that look like others', () => {
  expect(hostOf('https://сlub.example/budget')).toBe('xn--lub-3ed.example')
  expect(hostOf('/media/kits/plan.pdf')).toBeUndefined()
})
