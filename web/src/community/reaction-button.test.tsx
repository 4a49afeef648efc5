import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { LikeButton } from './reaction-button.tsx'

/** A fake server whose requests the test answers. */
function fakeServer() {
  const requests: { like: boolean; accept: () => void; reject: () => void }[] = []
  function Likes() {
    const [state, setState] = useState({ liked: false, count: 2 })
    const send = (like: boolean) =>
      new Promise<void>((resolve, reject) =>
        requests.push({
          like,
          accept: () => {
            setState({ liked: like, count: like ? 3 : 2 })
            resolve()
          },
          reject: () => reject(new Error('failed')),
        }),
      )
    return <LikeButton {...state} of="Ada’s post" send={send} />
  }
  return { requests, Likes }
}

const button = () => screen.getByRole('button', { name: /^Like Ada’s post/ })
const shown = () => `${button().getAttribute('aria-pressed')} ${button().textContent.match(/\((.*)\)/)?.[1]}`
const settle = (answer: () => void) => act(async () => answer())

test('shows a like before the reply', async () => {
  const { requests, Likes } = fakeServer()
  render(<Likes />)
  await userEvent.click(button())
  expect(shown()).toBe('true 3 likes')

  await settle(requests[0]!.accept)
  expect(shown()).toBe('true 3 likes')
  expect(requests).toHaveLength(1)
})

test('rolls back a like that fails', async () => {
  const { requests, Likes } = fakeServer()
  render(<Likes />)
  await userEvent.click(button())
  await settle(requests[0]!.reject)

  expect(shown()).toBe('false 2 likes')
})

test('sends the unlike of a second quick click after the like', async () => {
  const { requests, Likes } = fakeServer()
  render(<Likes />)
  await userEvent.click(button())
  await userEvent.click(button())
  expect(shown()).toBe('false 2 likes')
  expect(requests.map(({ like }) => like)).toEqual([true])

  await settle(requests[0]!.accept)
  expect(shown()).toBe('false 2 likes')
  expect(requests.map(({ like }) => like)).toEqual([true, false])
  await settle(requests[1]!.accept)
  expect(shown()).toBe('false 2 likes')
})

test('sends nothing more if three quick clicks end with the same value', async () => {
  const { requests, Likes } = fakeServer()
  render(<Likes />)
  for (let click = 0; click < 3; click++) await userEvent.click(button())
  await settle(requests[0]!.accept)

  expect(shown()).toBe('true 3 likes')
  expect(requests).toHaveLength(1)
})

test('can be clicked again after a failure', async () => {
  const { requests, Likes } = fakeServer()
  render(<Likes />)
  await userEvent.click(button())
  await settle(requests[0]!.reject)
  await userEvent.click(button())
  await settle(requests[1]!.accept)

  expect(shown()).toBe('true 3 likes')
})
