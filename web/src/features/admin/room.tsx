import { Link } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { backLinkClass } from '#ui/button.tsx'

/** The frame of a page below `/admin`, with the way back. */
export function AdminRoom({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="page min-h-dvh max-w-4xl">
      <Link to="/admin" className={backLinkClass}>
        <ArrowLeft aria-hidden className="size-4" />
        Administration
      </Link>
      <h1 className="mt-1">{title}</h1>
      <p className="mt-2 mb-8 max-w-prose text-soft">{lead}</p>
      {children}
    </div>
  )
}
