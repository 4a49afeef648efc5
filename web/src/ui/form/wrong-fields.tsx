import { useEffect, useRef, useState, type ReactNode } from 'react'

/** What is wrong, by field, in the order of the screen. */
export type WrongFields = Readonly<Record<string, string | false | undefined>>

/** For fields whose values are not those of a `useForm`: after a try, the first wrong field gets the focus, and its error is announced. */
export function useWrongFields(wrong: WrongFields) {
  const box = useRef<HTMLDivElement>(null)
  const [tries, setTries] = useState(0)
  const first = Object.keys(wrong).find((name) => wrong[name])
  useEffect(() => {
    if (tries > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
  }, [tries])
  return {
    /** The props of the element around the fields. */
    props: { ref: box },
    error: (name: string): ReactNode =>
      tries > 0 && wrong[name] && <span role={name === first ? 'alert' : undefined}>{wrong[name]}</span>,
    /** Whether nothing is wrong. Shows what is. */
    check() {
      if (first !== undefined) setTries(tries + 1)
      return first === undefined
    },
    forget: () => setTries(0),
  }
}
