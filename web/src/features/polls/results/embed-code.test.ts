import { expect, test } from 'vitest'
import { embedCode } from '@wtpu/contract/site/on-demand/embed'

test('names the frame by the question, which cannot leave the attribute', () => {
  const code = embedCode('https://wtpu.example', {
    id: 12,
    question: 'Is "<b>A & B</b>" right?',
    options: [],
    is_closed: false,
  })

  const [frame, script] = new DOMParser().parseFromString(code, 'text/html').querySelectorAll('body > *')
  expect(frame?.tagName).toBe('IFRAME')
  expect([frame?.getAttribute('title'), frame?.getAttribute('src')]).toEqual([
    'Is "<b>A & B</b>" right?',
    'https://wtpu.example/embed/polls/12',
  ])
  expect(script?.tagName).toBe('SCRIPT')
  expect(script?.nextElementSibling).toBeNull()
})
