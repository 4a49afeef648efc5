import { Fragment } from 'react'

/** A username or email, or a sentence with one, that breaks after its signs and before its number rather than within a word. */
export function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?<=[@._+-])|(?<=\p{L})(?=\d)/u)
  return parts.map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no identity
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
