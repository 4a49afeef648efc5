import type { Written } from '@wtpu/contract/schemas'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CommentComposer } from '#community/comment-composer.tsx'
import { Markdown } from '#community/markdown/markdown.tsx'
import { RichText } from '#community/text/rich-text.tsx'
import { fakeApi } from '#testing/fake-api.tsx'
import { renderComponent } from '#testing/render-component.tsx'

const spanish = 'La ciudad no tiene dinero para los parques, pero las familias los necesitan'

async function openComposer(over: { initialText?: string; initial?: Written } = {}) {
  fakeApi()
  const send = vi.fn((_text: string, _key: string | undefined, _written: Written) => Promise.resolve())
  renderComponent(
    <CommentComposer
      draftName="test:language"
      label="Your comment"
      limit={500}
      submitLabel="Post"
      pendingLabel="Posting..."
      send={send}
      {...over}
    />,
  )
  const box = await screen.findByRole('textbox', { name: 'Your comment' })
  const post = () => userEvent.click(screen.getByRole('button', { name: 'Post' }))
  return { send, box, post, sent: () => send.mock.calls.map(([, , { lang }]) => lang) }
}
const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language of your text' })

test('guesses the language of a text, and sends none for English', async () => {
  const { box, post, sent } = await openComposer()
  expect(screen.queryByRole('combobox')).toBeNull()
  await userEvent.type(box, spanish)
  expect(choice().selectedOptions[0]?.textContent).toBe('Español')
  await post()
  await userEvent.type(box, 'The city has no money for the parks')
  expect(choice().selectedOptions[0]?.textContent).toBe('English')
  await post()
  expect(sent()).toEqual(['es', null])
})

test('sends the language that the author chooses, once', async () => {
  const { box, post, sent } = await openComposer()
  await userEvent.type(box, spanish)
  await userEvent.selectOptions(choice(), 'English')
  await post()
  await userEvent.type(box, 'Bonjour')
  await userEvent.selectOptions(choice(), 'Français')
  await post()
  await userEvent.type(box, spanish)
  await post()
  expect(sent()).toEqual([null, 'fr', 'es'])
})

test('keeps the language of a text that is edited, also one that cannot be guessed', async () => {
  const { box, post, sent } = await openComposer({ initialText: 'Habari za asubuhi', initial: { lang: 'sw' } })
  expect(choice().value).toBe('sw')
  await userEvent.type(box, ' sana')
  await post()
  expect(sent()).toEqual(['sw'])
})

test('texts say in which language they are', async () => {
  fakeApi()
  renderComponent(
    <>
      <RichText text="Hola" writing={{ lang: 'es' }} of="the post" />
      <Markdown text="**Bonjour**" writing={{ lang: 'fr' }} of="the comment" />
      <RichText text="Hello" writing={{ lang: null }} of="the post" />
    </>,
  )
  const langOf = async (text: string) => (await screen.findByText(text)).closest('[lang]')?.getAttribute('lang')
  expect([await langOf('Hola'), await langOf('Bonjour')]).toEqual(['es', 'fr'])
  expect(screen.getByText('Hello').hasAttribute('lang')).toBe(false)
})
