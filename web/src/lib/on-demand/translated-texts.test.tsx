import { render } from '@testing-library/react'
import { Fragment, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import './translated-texts.ts'

type Translator = (text: Text, translation: Element) => void

/** What a translator may do to a text node, and how its text looks when it is translated. */
const translators: Record<string, Translator> = {
  'replaces text nodes': (text, translation) => text.replaceWith(translation),
  'inserts its elements and removes the text nodes': (text, translation) => {
    text.before(translation)
    text.remove()
  },
  'removes text nodes that are now before its elements': (text, translation) => {
    text.after(translation)
    text.remove()
  },
  // As Firefox does, which has no elements of its own.
  'replaces text nodes by other text nodes': (text, translation) => text.replaceWith(translation.textContent),
  'moves text nodes into its elements': (text, translation) => {
    text.before(translation)
    translation.firstElementChild?.replaceChildren(text)
  },
}

/** `{curly}`, so that a test sees which texts are translated. */
function translate(root: Node, replace: Translator, name = 'font'): void {
  const texts: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode as Text
    if (!text.parentElement?.closest(name)) texts.push(text)
  }
  for (const text of texts) {
    const inner = document.createElement(name)
    inner.textContent = `{${text.data}}`
    const outer = document.createElement(name)
    outer.append(inner)
    replace(text, outer)
  }
}

const Word = ({ text }: { text: string }) => text
const changes: [kind: string, before: ReactNode, after: ReactNode][] = [
  ['an element appears before a text', <>{false}Save</>, <>{<i>…</i>}Save</>],
  ['an element replaces a text among others', <>Votes: {'none'}</>, <>Votes: {<b>7</b>}</>],
  ['a text appears between texts', <>a{false}c</>, <>a{'b'}c</>],
  ['a text disappears', <>{'(1) '}Inbox</>, <>{false}Inbox</>],
  ['a number in a sentence changes', <>There are {3} polls</>, <>There are {4} polls</>],
  ['a single text changes', '3 polls', '4 polls'],
  ['texts become an element', <>a{1}</>, <b key="b">b</b>],
  ['a fragment of texts disappears', <>{<>a{1}</>}rest</>, <>{null}rest</>],
  ['a component of text alone changes', <>{<Word text="one" />} left</>, <>{<Word text="two" />} left</>],
  ['rows of text change their order', rows('abc'), rows('cab')],
  ['a row is added before a text', <>{rows('')}end</>, <>{rows('ab')}end</>],
]

function rows(keys: string): ReactNode {
  return keys.split('').map((key) => <Fragment key={key}>{key}</Fragment>)
}

const cases = Object.keys(translators).flatMap((translator) =>
  changes.map((change) => [translator, ...change] as const),
)

test.each(cases)('a translator %s: %s', (translator, _kind, before, after) => {
  const { container, rerender } = render(<p>{before}</p>)
  const expected = render(<p>{after}</p>).container.innerHTML
  const paragraph = container.firstElementChild!
  const untranslated = (html: string) => html.replaceAll(/<\/?font>|[{}]/g, '')

  translate(paragraph, translators[translator]!)
  rerender(<p>{after}</p>)

  expect(untranslated(container.innerHTML)).toBe(expected)
  // The translator sees what React has put there, and a second change works like the first.
  translate(paragraph, translators[translator]!)
  rerender(<p>{before}</p>)
  rerender(<p>{after}</p>)
  expect(untranslated(container.innerHTML)).toBe(expected)
})

test('puts back the whole sentence, because a translator may have moved words between its texts', () => {
  const { container, rerender } = render(<p>There are {3} polls</p>)
  translate(container, translators['replaces text nodes']!)
  const [first, ...others] = container.querySelectorAll('p > font')
  first!.textContent = 'Hay 3 encuestas'
  for (const other of others) other.textContent = ''

  rerender(<p>There are {4} polls</p>)

  expect(container.textContent).toBe('There are 4 polls')
})

test('keeps the elements of a sentence that a translator has put into another order, as Firefox does', () => {
  const { container, rerender } = render(
    <p>
      See <a href="/polls">{3} polls</a> by <i>Ada</i>
    </p>,
  )
  const paragraph = container.firstElementChild!
  const [link, name] = paragraph.children
  paragraph.replaceChildren('De ', name!, ': ', link!)
  link!.replaceChildren('3 encuestas')

  rerender(
    <p>
      <b>Now</b> <a href="/polls">{4} polls</a>
    </p>,
  )

  expect(container.innerHTML).toBe('<p><b>Now</b> <a href="/polls">4 polls</a></p>')
})

test('works with custom elements of translators, and after the original was shown again', () => {
  const { container, rerender } = render(<p>There are {3} polls</p>)
  const original = [...container.firstElementChild!.childNodes]
  translate(container, translators['replaces text nodes']!, 'a-translation')
  container.firstElementChild!.replaceChildren(...original)
  rerender(<p>There are {4} polls</p>)
  expect(container.textContent).toBe('There are 4 polls')

  translate(container, translators['replaces text nodes']!, 'a-translation')
  rerender(<p>There are {5} polls</p>)
  expect(container.textContent).toBe('There are 5 polls')
})
