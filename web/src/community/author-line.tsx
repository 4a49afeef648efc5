import { initials } from '@wtpu/contract/accounts/names'
import { isOn } from '@wtpu/contract/site/parts'
import { Link } from '@tanstack/react-router'
import type { ComponentPropsWithoutRef, ReactNode } from 'react'
import type { AgePreset } from '#lib/dates.ts'
import { Avatar } from '#ui/avatar.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'

export interface Author {
  id: number
  name: string
  avatar: string | null
}

/** What leads to the profile of a person. On a site without profiles it is text. */
export const ProfileLink = ({ user, ...props }: { user: number } & ComponentPropsWithoutRef<'span'>) =>
  isOn('profiles') ? <Link to="/user/$userId" params={{ userId: String(user) }} {...props} /> : <span {...props} />

/** The author's image, linked for pointers only: the name next to it is the link for keyboards and screen readers. */
export function AuthorAvatar({ author, size }: { author: Author; size?: 'small' | 'medium' }) {
  return (
    <ProfileLink user={author.id} aria-hidden tabIndex={-1} className="h-fit shrink-0 rounded-full">
      <Avatar id={author.id} image={author.avatar} initials={initials(author.name)} size={size} />
    </ProfileLink>
  )
}

/** The author's name, linked to the profile, and the age of the content. */
export function AuthorLine({
  author,
  createdAt,
  preset,
  time,
  children,
}: {
  author: Author
  createdAt: string
  preset: AgePreset
  /** Replaces the age, for example to link it. */
  time?: ReactNode
  /** For example the "edited" mark. */
  children?: ReactNode
}) {
  return (
    <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
      <ProfileLink
        user={author.id}
        dir="auto"
        translate="no"
        className="min-w-0 py-1 font-semibold wrap-anywhere hover:underline"
      >
        {author.name}
      </ProfileLink>
      {time ?? <RelativeTime at={createdAt} preset={preset} />}
      {children}
    </p>
  )
}

/** Marks an edited text. Opens the history of its edits. */
export function EditedMark({ of, onShowHistory }: { of: string; onShowHistory: () => void }) {
  return (
    <button
      type="button"
      onClick={onShowHistory}
      className="relative text-sm text-soft underline decoration-dotted underline-offset-4 after:absolute after:-inset-x-2 after:-inset-y-3 hover:text-ink"
    >
      edited<span className="sr-only">: view the edit history of {of}</span>
    </button>
  )
}
