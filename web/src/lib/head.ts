import type { HeadInput } from '@wtpu/contract/site/head'
import { optionalCode } from '#lib/optional-code.ts'
import { useEffect } from 'react'

let path = window.location.pathname
let override: HeadInput | undefined
/** What `<head>` was written for, as JSON. Undefined while it has what the server sent for `path`. */
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

// Most first loads show what the server sent, so the page table and the elements are code of their own.
export const loadPageHead = () => optionalCode(() => import('./after-page/page-head.ts'))

function write(): void {
  // The server's head may be more specific than this page's, for example with a poll's question as its title.
  if (written === undefined && override === undefined) return
  const wanted = JSON.stringify([path, override])
  if (wanted === written) return
  written = wanted
  void writeLater(wanted)
}

async function writeLater(wanted: string): Promise<void> {
  const page = await loadPageHead()
  // The next navigation tries again. The page works as before.
  if (!page) written = ''
  // If several were asked for, only the last one is still wanted.
  else if (wanted === written) page.writeHead(path, override)
}
