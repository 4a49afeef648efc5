import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { categoryOf } from '#features/forums/category.ts'
import { parseForumSearch } from '#features/forums/search.ts'

/** Specification 2: Forums > category > title. */
export function Breadcrumb({ discussion }: { discussion: Discussion }) {
  const category = categoryOf(discussion)
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 flex-wrap items-center gap-x-1 text-sm text-soft">
        <li>
          <Link to="/forums" search={parseForumSearch({})} className={linkClass}>
            Forums
          </Link>
        </li>
        <Step>
          <Link to="/forums" search={category.search} className={linkClass}>
            {category.name}
          </Link>
        </Step>
        {/* On a line of its own where little space is left. */}
        <Step className="min-w-32 flex-1">
          <span aria-current="page" dir="auto" className="truncate">
            {discussion.title}
          </span>
        </Step>
      </ol>
    </nav>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-medium text-accent hover:underline'

function Step({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <li className={classes('flex items-center gap-1', className)}>
      <ChevronRight aria-hidden className="size-4 shrink-0 rtl:rotate-180" />
      {children}
    </li>
  )
}
