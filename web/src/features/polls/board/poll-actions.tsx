import { CalendarClock, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'

const CreatePollDialog = lazyDialog(
  () => 'Create New Poll',
  () => import('#features/polls/create/create-poll-dialog.tsx').then((module) => module.CreatePollDialog),
)
const SchedulePollDialog = lazyDialog(
  () => 'Schedule Poll',
  () => import('#features/polls/schedule/schedule-poll-dialog.tsx').then((module) => module.SchedulePollDialog),
)

/** The Create Poll and Schedule Poll buttons. The code of each dialog loads when its button is hovered or focused. */
export function PollActions({ onCreated, onScheduled }: { onCreated: (id: number) => void; onScheduled: () => void }) {
  const [creating, setCreating] = useState(false)
  const [scheduling, setScheduling] = useState(false)
  return (
    <>
      <Button {...CreatePollDialog.preloadHandlers} onClick={() => setCreating(true)}>
        <Plus aria-hidden className="size-4" />
        Create Poll
      </Button>
      <Button variant="secondary" {...SchedulePollDialog.preloadHandlers} onClick={() => setScheduling(true)}>
        <CalendarClock aria-hidden className="size-4" />
        Schedule Poll
      </Button>
      <CreatePollDialog open={creating} onOpenChange={setCreating} onCreated={({ id }) => onCreated(id)} />
      <SchedulePollDialog open={scheduling} onOpenChange={setScheduling} onScheduled={onScheduled} />
    </>
  )
}
