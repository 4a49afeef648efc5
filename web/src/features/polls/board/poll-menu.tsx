import { Part } from '#lib/part.tsx'
import ChartColumn from 'lucide-react/icons/chart-column'
import Landmark from 'lucide-react/icons/landmark'
import Radio from 'lucide-react/icons/radio'
import UsersRound from 'lucide-react/icons/users-round'
import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { Menu, MenuItemMovingFocus, MenuPageLink, MenuSeparator } from '#ui/on-demand/menu.tsx'

/** What the polls page offers besides its buttons. Each line says what it is. */
export function PollMenu({
  button,
  onDashboard,
  onLiveResults,
}: {
  button: ReactElement<ComponentProps<'button'>>
  onDashboard: () => void
  onLiveResults: () => void
}) {
  return (
    <Menu button={button} wide>
      <Item icon={<ChartColumn aria-hidden />} name="Results Dashboard" onSelect={onDashboard}>
        All polls at a glance: topics, votes by day
      </Item>
      <Item icon={<Radio aria-hidden />} name="Live Poll Results" onSelect={onLiveResults}>
        The ten polls with the newest votes, updated as people vote
      </Item>
      <Part of={['common-ground', 'roll-calls']}>
        <MenuSeparator />
      </Part>
      <Part of="common-ground">
        <MenuPageLink to="/common-ground" icon={<UsersRound aria-hidden />}>
          <Lines name="Common Ground">Where people agree who often answer differently</Lines>
        </MenuPageLink>
      </Part>
      <Part of="roll-calls">
        <MenuPageLink to="/roll-calls" icon={<Landmark aria-hidden />}>
          <Lines name="Votes of Congress">How Congress answered, and how people here did</Lines>
        </MenuPageLink>
      </Part>
    </Menu>
  )
}

function Lines({ name, children }: { name: string; children: string }) {
  return (
    <span className="py-1.5">
      <span className="block">{name}</span>
      <span className="block text-sm text-soft">{children}</span>
    </span>
  )
}

function Item({
  icon,
  name,
  onSelect,
  children,
}: {
  icon: ReactNode
  name: string
  onSelect: () => void
  children: string
}) {
  return (
    <MenuItemMovingFocus icon={icon} onSelect={onSelect}>
      <Lines name={name}>{children}</Lines>
    </MenuItemMovingFocus>
  )
}
