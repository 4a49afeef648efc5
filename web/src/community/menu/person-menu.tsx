import { useQuery } from '@tanstack/react-query'
import { lazyMenu } from '#ui/lazy-menu.tsx'
import { OptionsButton } from '#ui/options-button.tsx'
import { muteStateQuery } from './mute-api.ts'

const PersonMenuList = lazyMenu(() => import('./person-menu-list.tsx').then((module) => module.PersonMenuList))

/** The menu of a profile: what other members can do with its owner. */
export function PersonMenu(person: { id: number; name: string }) {
  const { data: state } = useQuery(muteStateQuery(person.id))
  return (
    <PersonMenuList
      person={person}
      state={state}
      button={<OptionsButton>More options for {person.name}</OptionsButton>}
    />
  )
}
