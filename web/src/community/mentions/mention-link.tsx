import { findMentions } from '@wtpu/contract/mentions'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsUsername } from './usernames.ts'

/** A mention leads to the profile. Of a name that nobody has, it stays text. */
export function MentionLink({ username, children }: { username: string; children: ReactNode }) {
  if (!useIsUsername(username)) return children
  return (
    <Link to="/user/$userId" params={{ userId: username }} className="text-link">
      {children}
    </Link>
  )
}

/** A text with its mentions as links. */
export function MentionText({ text }: { text: string }) {
  const mentions = findMentions(text)
  if (mentions.length === 0) return text
  return mentions.map(({ username, index }, place) => {
    const previous = mentions[place - 1]
    const end = index + username.length + 1
    return (
      <span key={index}>
        {text.slice(previous ? previous.index + previous.username.length + 1 : 0, index)}
        <MentionLink username={username}>{text.slice(index, end)}</MentionLink>
        {place === mentions.length - 1 && text.slice(end)}
      </span>
    )
  })
}
