import { Link } from '@tanstack/react-router'
import Flame from 'lucide-react/icons/flame'
import House from 'lucide-react/icons/house'
import Landmark from 'lucide-react/icons/landmark'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Vote from 'lucide-react/icons/vote'
import { useSession } from '#lib/session/session.ts'
import { openLinks } from '#lib/open-links.ts'
import { pollsLink } from '#shell/header/menu.ts'

const places = openLinks([
  { to: '/', label: 'Home', Icon: House, activeOptions: { exact: true } },
  { ...pollsLink, Icon: Vote },
  { to: '/politicians', label: 'Politicians', Icon: Landmark },
  { to: '/boiler-room', label: 'Boiler Room', Icon: Flame },
  { to: '/forums', label: 'Forums', Icon: MessagesSquare },
] as const)

/** The places of members, one tap away on a phone. */
export function BottomBar() {
  const isMember = useSession() !== null
  return (
    isMember && (
      <nav
        ref={makeRoom}
        aria-label="Places"
        className="@container inset-x-0 bottom-0 z-30 tall:fixed border-t border-line bg-surface md:hidden print:hidden"
      >
        <ul className="flex">
          {places.map(({ label, Icon, ...target }) => (
            <li key={label} className="flex-auto">
              <Link
                {...target}
                className="relative flex h-[55px] flex-col items-center justify-center gap-0.5 px-1 text-sm whitespace-nowrap text-soft focus-visible:-outline-offset-3 data-[status=active]:font-medium data-[status=active]:text-accent data-[status=active]:before:absolute data-[status=active]:before:inset-x-1 data-[status=active]:before:-top-px data-[status=active]:before:h-[3px] data-[status=active]:before:bg-accent"
              >
                <Icon aria-hidden className="size-5" />
                {/* Large text leaves no room for the names. */}
                <span className="@max-[18.5rem]:sr-only">{label}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    )
  )
}

/** Keeps the end of the page, toasts and focused elements from being hidden behind the bar. */
function makeRoom(): () => void {
  const { classList } = document.documentElement
  classList.add('with-bottom-bar')
  return () => classList.remove('with-bottom-bar')
}
