import { expect, test } from 'vitest'
import { decode, encode, type Message } from './messages.ts'

const messages: Message[] = [
  { kind: 'stale', path: '/api/' },
  { kind: 'stale', path: '/api/forums/discussions/?' },
  { kind: 'stale', path: '/api/polls/12/' },
  { kind: 'activity', of: 'comments', id: 15, path: '/api/boilerroom/posts/7/' },
  { kind: 'counts', of: 'polls', id: 12 },
  { kind: 'counts', of: 'politicians', id: 5 },
  { kind: 'session', userId: 7 },
  { kind: 'blocks', userId: 7 },
  { kind: 'news', userIds: [7, 8] },
  { kind: 'own', userIds: [7, 8], path: '/api/polls/my-votes/' },
  { kind: 'ticket', ticket: 'a_Ticket-1', userId: 7 },
]

test.each(messages)('another server reads the message $kind as it was sent', (message) => {
  const { path, note } = encode(message)

  expect(decode(`${path} 0/16B3F48 ${note}`)).toEqual({ message, position: '0/16B3F48' })
})

test('a server of the last release sends neither notes nor positions without replicas', () => {
  expect(decode('/api/polls/')).toEqual({ message: { kind: 'stale', path: '/api/polls/' }, position: undefined })
})
