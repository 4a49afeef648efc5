import { forumMessages } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import { usePageHead } from '#lib/head.ts'
import { parseForumSearch } from '#features/forums/search.ts'
import { buttonClass } from '#ui/button.tsx'
import { NotFound } from '#ui/empty-state.tsx'
import { missingText } from '../messages.ts'

export function DiscussionMissing() {
  usePageHead({ title: forumMessages.missing, robots: 'noindex' })
  return (
    <NotFound
      className="frame"
      icon={<FileQuestion />}
      title={forumMessages.missing}
      actions={
        <Link to="/forums" search={parseForumSearch({})} className={buttonClass()}>
          <ArrowLeft aria-hidden className="size-4" /> Back to Forums
        </Link>
      }
    >
      {missingText}
    </NotFound>
  )
}
