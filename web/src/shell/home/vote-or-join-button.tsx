import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { buttonClass, type ButtonSize } from '#ui/button.tsx'
import { pollsLink } from '#shell/header/menu.ts'

/** The page's primary action: Vote Now for members, or a sign-up link with the label `join` for visitors. */
export function VoteOrJoinButton({
  join,
  size = 'large',
  className: more,
}: {
  join: string
  size?: ButtonSize
  className?: string
}) {
  const className = classes(buttonClass({ size }), more)
  return useSession() ? (
    <Link to={pollsLink.to} params={pollsLink.params} className={className}>
      Vote Now
    </Link>
  ) : (
    <Link to="/signup" className={className}>
      {join}
    </Link>
  )
}
