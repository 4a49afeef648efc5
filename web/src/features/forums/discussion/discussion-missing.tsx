import { forumMessages } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import { usePageHead } from '#lib/head.ts'
import { parseForumSearch } from '#features/forums/search.ts'
import { buttonClass } from '#ui/button.tsx'
import { missingText } from './messages.ts'

/** Specification 2. */
export function DiscussionMissing() {
  usePageHead({ title: forumMessages.missing, robots: 'noindex' })
  return (
    <div className="frame flex flex-col items-center gap-4 py-16 text-center">
      <FileQuestion aria-hidden className="size-10 text-soft" />
      <h1 className="text-3xl sm:text-4xl">{forumMessages.missing}</h1>
      <p className="max-w-prose text-soft">{missingText}</p>
      <Link to="/forums" search={parseForumSearch({})} className={buttonClass()}>
        <ArrowLeft aria-hidden className="size-4" /> Back to Forums
      </Link>
    </div>
  )
}
