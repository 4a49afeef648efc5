import { Link } from '@tanstack/react-router'
import Vote from 'lucide-react/icons/vote'
import { buttonClass } from '#ui/button.tsx'
import { NotFound } from '#ui/empty-state.tsx'

export function PollNotFound() {
  return (
    <div className="frame">
      <NotFound
        icon={<Vote />}
        title="Poll not found"
        actions={
          <Link to="/polls/{-$pollId}" params={{ pollId: undefined }} className={buttonClass()}>
            Browse Polls
          </Link>
        }
      >
        There is no poll at this address. It may have been removed.
      </NotFound>
    </div>
  )
}
