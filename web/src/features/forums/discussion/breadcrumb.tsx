import type { Discussion } from '@wtpu/contract/forums/discussions'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { parseForumSearch } from '#features/forums/search.ts'

/** Specification 2: Forums > category > title. */
export function Breadcrumb({ discussion: { title, category, category_id } }: { discussion: Discussion }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex min-w-0 items-center gap-x-1 text-sm text-soft">
        <li className="shrink-0">
          <Link to="/forums" search={parseForumSearch({})} className={linkClass}>
            Forums
          </Link>
        </li>
        <Step>
          <Link to="/forums" search={parseForumSearch({ category: String(category_id) })} className={linkClass}>
            {category}
          </Link>
        </Step>
        <Step>
          <span aria-current="page" dir="auto" className="truncate">
            {title}
          </span>
        </Step>
      </ol>
    </nav>
  )
}

const linkClass = 'inline-flex min-h-11 items-center font-medium text-accent hover:underline'

function Step({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-1">
      <ChevronRight aria-hidden className="size-4 shrink-0 rtl:rotate-180" />
      {children}
    </li>
  )
}
