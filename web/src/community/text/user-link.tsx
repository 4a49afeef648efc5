import type { ReactNode } from 'react'

/** A link to another site in a text that a user wrote. */
export function UserLink({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} target="_blank" rel="nofollow ugc noopener" dir="auto" className="text-link">
      {children}
    </a>
  )
}
