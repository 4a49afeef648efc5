import { YourTurn } from '#features/polls/your-turn/your-turn.tsx'
import { pollsLink } from '#shell/header/menu.ts'
import { ArrowLink } from './arrow-link.tsx'

/** The polls that a member has not answered, one after another. */
export const PollsInTurn = ({ tiedFirst = false }) => <YourTurn AllPolls={AllPolls} tiedFirst={tiedFirst} />

function AllPolls({ children }: { children: string }) {
  return (
    <ArrowLink to={pollsLink.to} params={pollsLink.params}>
      {children}
    </ArrowLink>
  )
}
