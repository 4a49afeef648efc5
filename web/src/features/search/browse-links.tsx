import { Link } from '@tanstack/react-router'
import { Landmark, type LucideIcon, MessagesSquare, Newspaper, Vote } from 'lucide-react'
import { cardClass } from '#ui/card.tsx'

const links = [
  { to: '/politicians', label: 'Officials', icon: Landmark },
  { to: '/polls/{-$pollId}', params: { pollId: undefined }, label: 'Polls', icon: Vote },
  { to: '/forums', label: 'Forums', icon: MessagesSquare },
  { to: '/boiler-room', label: 'Boiler Room', icon: Newspaper },
] as const

/** The places whose content the search finds. */
export function BrowseLinks() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
      {links.map(({ icon, label, ...target }) => (
        <li key={label}>
          <Link
            {...target}
            className={cardClass(
              'flex min-h-14 items-center gap-3 px-4 font-medium transition-colors duration-150 hover:border-edge',
            )}
          >
            <LinkIcon icon={icon} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LinkIcon({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden className="size-5 shrink-0 text-accent" />
}
