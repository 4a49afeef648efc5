import { useEffect } from 'react'

/**
 * Replaces react-style-singleton (vite.config.ts), with which Radix locks scrolling while a dialog is open. That adds style
 * elements, which the content security policy does not allow; a constructed style sheet needs no permission.
 */
export function styleSingleton() {
  const sheet = new CSSStyleSheet()
  let users = 0
  // Only the styles of the first one count: the others measure a page without scrollbar.
  return function Styles({ styles }: { styles: string }) {
    useEffect(() => {
      if (users++ === 0) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      return () => {
        if (--users === 0) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
      }
    }, [styles])
    return null
  }
}
