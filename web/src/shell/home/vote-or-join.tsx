import { Link } from '@tanstack/react-router'
import { useSession } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'
import { pollsLink } from '#shell/header/menu.ts'

/** The page's one main action: voting for members, joining, in the page's own words, for visitors. */
export function VoteOrJoin({ join }: { join: string }) {
  const look = buttonClass({ size: 'large' })
  return useSession() ? (
    <Link to={pollsLink.to} params={pollsLink.params} className={look}>
      Vote Now
    </Link>
  ) : (
    <Link to="/signup" className={look}>
      {join}
    </Link>
  )
}
