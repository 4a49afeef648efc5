import { Link } from '@tanstack/react-router'
import ArrowRight from 'lucide-react/icons/arrow-right'
import type { pollsLink } from '#shell/header/menu.ts'

export function ArrowLink({
  children,
  ...target
}: { children: string } & (Omit<typeof pollsLink, 'label'> | { to: '/politicians' | '/boiler-room' | '/forums' })) {
  return (
    <Link
      {...target}
      className="mt-auto inline-flex min-h-11 items-center gap-2 self-start font-semibold text-accent underline-offset-4 hover:underline"
    >
      {children}
      <ArrowRight aria-hidden className="size-4" />
    </Link>
  )
}
