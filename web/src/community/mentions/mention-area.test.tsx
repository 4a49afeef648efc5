import { listMentionable, listMentioned } from '@wtpu/contract/mentions'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { RichText } from '#community/text/rich-text.tsx'
import { renderNodes } from '#community/markdown/format-markdown.tsx'
import { parseMarkdown } from '@wtpu/contract/forums/markdown'
import { fakeApi, signedIn } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'
import { MentionArea } from './mention-area.tsx'

const people = [
  { id: 1, username: 'ada', name: 'Ada Lovelace', avatar: null },
  { id: 2, username: 'adam.smith', name: 'Adam Smith', avatar: null },
]

function Composer({ onEnter }: { onEnter?: () => void }) {
  const [text, setText] = useState('')
  return (
    <MentionArea
      aria-label="Comment"
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key }) => key === 'Enter' && onEnter?.()}
    />
  )
}

async function type(text: string, onEnter?: () => void) {
  const fake = fakeApi()
  fake.respond(listMentionable, people)
  renderComponent(<Composer onEnter={onEnter} />)
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
  await userEvent.type(box, text)
  return { fake, box }
}

test('suggests people, and inserts the one that the arrow keys reach', async () => {
  const onEnter = vi.fn()
  const { fake, box } = await type('Thanks @ad', onEnter)
  const first = await screen.findByRole('option', { name: /Ada Lovelace/, selected: true })
  expect(box.getAttribute('aria-activedescendant')).toBe(first.id)
  expect(screen.getByText('2 people to mention. Use the arrow keys. Enter or Tab inserts, Escape closes.')).toBeTruthy()
  expect(fake.callsOf(listMentionable).at(-1)?.search.get('q')).toBe('ad')

  await userEvent.keyboard('{ArrowDown}')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('adam.smith')
  await userEvent.keyboard('{Enter}')

  expect(box.value).toBe('Thanks @adam.smith ')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(onEnter).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onEnter).toHaveBeenCalledOnce()
})

test('closes with Escape, which a dialog around it does not hear', async () => {
  const heard = vi.fn()
  document.addEventListener('keydown', heard, { capture: true })
  await type('@ad')
  await screen.findByRole('listbox')
  heard.mockClear()

  await userEvent.keyboard('{Escape}')

  expect(screen.queryByRole('listbox')).toBeNull()
  expect(heard).not.toHaveBeenCalled()
  document.removeEventListener('keydown', heard, { capture: true })
})

test('inserts a user that is clicked', async () => {
  const { box } = await type('@')

  await userEvent.click(await screen.findByRole('option', { name: /Ada Lovelace/ }))

  expect(box.value).toBe('@ada ')
  expect(document.activeElement).toBe(box)
})

test('links mentions of existing users in texts and Markdown, but no unknown names and none within links', async () => {
  const fake = fakeApi()
  fake.respond(listMentioned, ['grace'])
  signedIn()
  renderComponent(
    <>
      <RichText text="Hello @Grace and @nobody" of="the post" />
      <div>{renderNodes(parseMarkdown('**@grace** and [by @grace](https://example.com)') ?? [])}</div>
    </>,
  )

  const links = await screen.findAllByRole('link', { name: /^@grace$/i })

  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['@Grace', '/user/Grace'],
    ['@grace', '/user/grace'],
  ])
  expect(screen.getByText('@nobody').closest('a')).toBeNull()
  await waitFor(() => expect(fake.callsOf(listMentioned)).toHaveLength(1))
  expect(fake.callsOf(listMentioned)[0]?.search.get('names')).toBe('grace,nobody')
})
