import { CalendarClock, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'

const loadCreate = () => import('#features/polls/create/create-poll-dialog.tsx')
const loadSchedule = () => import('#features/polls/schedule/schedule-poll-dialog.tsx')
const CreatePollDialog = lazy(() => loadCreate().then((module) => ({ default: module.CreatePollDialog })))
const SchedulePollDialog = lazy(() => loadSchedule().then((module) => ({ default: module.SchedulePollDialog })))

/** Create Poll and Schedule Poll; their dialogs are fetched when they are about to be wanted. */
export function PollActions({ onCreated, onScheduled }: { onCreated: (id: number) => void; onScheduled: () => void }) {
  const [open, setOpen] = useState<'create' | 'schedule'>()
  // Once opened a dialog stays, closed, with what was typed.
  const [used, setUsed] = useState<ReadonlySet<string>>(new Set())
  async function show(which: 'create' | 'schedule', load: () => Promise<unknown>) {
    try {
      await load()
    } catch {
      toast({
        title: 'The form could not be loaded',
        description: 'Check your connection and try again.',
        variant: 'error',
      })
      return
    }
    setUsed((before) => new Set(before).add(which))
    setOpen(which)
  }
  const soon = (load: () => Promise<unknown>) => ({
    onPointerEnter: () => void load().catch(() => undefined),
    onFocus: () => void load().catch(() => undefined),
  })
  return (
    <>
      <Button {...soon(loadCreate)} onClick={() => void show('create', loadCreate)}>
        <Plus aria-hidden className="size-4" />
        Create Poll
      </Button>
      <Button variant="secondary" {...soon(loadSchedule)} onClick={() => void show('schedule', loadSchedule)}>
        <CalendarClock aria-hidden className="size-4" />
        Schedule Poll
      </Button>
      <Suspense>
        {used.has('create') && (
          <CreatePollDialog
            open={open === 'create'}
            onOpenChange={(next) => setOpen(next ? 'create' : undefined)}
            onCreated={({ id }) => onCreated(id)}
          />
        )}
        {used.has('schedule') && (
          <SchedulePollDialog
            open={open === 'schedule'}
            onOpenChange={(next) => setOpen(next ? 'schedule' : undefined)}
            onScheduled={onScheduled}
          />
        )}
      </Suspense>
    </>
  )
}
