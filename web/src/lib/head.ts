import { headElements, type HeadElement, type HeadInput } from '@wtpu/contract/site/head'
import { findPage, notFoundHead } from '@wtpu/contract/site/pages'
import { useEffect } from 'react'

let path = window.location.pathname
let override: HeadInput | undefined
/** The elements in the document, as JSON. Undefined while it has the ones that the server sent for `path`. */
let written = document.head.querySelector('[data-head]') ? undefined : ''

/** Updates `<head>` for the page at `pathname`. Titles and descriptions come from the page table in the contract. */
export function writePageHead(pathname: string): void {
  if (pathname !== path) written ??= ''
  path = pathname
  write()
}

/** Overrides parts of the page's head with values only known on screen, such as a politician's name. */
export function usePageHead(input: HeadInput | undefined): void {
  useEffect(() => {
    override = input
    write()
  })
  useEffect(
    () => () => {
      override = undefined
    },
    [],
  )
}

function write(): void {
  // The server's head may be more specific than this page's, for example with a poll's question as its title.
  if (written === undefined && override === undefined) return
  const page = findPage(path)?.page.head ?? notFoundHead
  const elements = headElements(window.location.origin, path, { ...page, ...override })
  const text = JSON.stringify(elements)
  if (text === written) return
  written = text
  for (const old of document.head.querySelectorAll('[data-head], title')) old.remove()
  document.head.append(...elements.map(toElement))
}

function toElement({ tag, attributes, text }: HeadElement): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.dataset['head'] = ''
  if (text !== undefined) element.textContent = text
  return element
}
