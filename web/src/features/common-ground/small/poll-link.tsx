import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function PollLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Link to="/polls/{-$pollId}" params={{ pollId: String(id) }} className="text-link font-semibold wrap-anywhere">
      {children}
    </Link>
  )
}
