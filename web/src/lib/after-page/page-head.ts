import { headElements, type HeadElement, type HeadInput } from '@wtpu/contract/site/head'
import { findPage, notFoundHead } from '@wtpu/contract/site/on-demand/find-page'

/** Writes `<head>` for a page: the title and description of the page table, and what only the screen knows. */
export function writeHead(path: string, override: HeadInput | undefined): void {
  const page = findPage(path)?.page.head ?? notFoundHead
  const elements = headElements(window.location.origin, path, { ...page, ...override })
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
