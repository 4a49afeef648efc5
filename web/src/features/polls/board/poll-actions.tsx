import { CalendarClock, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'

const loadCreate = () => import('#features/polls/create/create-poll-dialog.tsx')
const loadSchedule = () => import('#features/polls/schedule/schedule-poll-dialog.tsx')
const CreatePollDialog = lazy(() => loadCreate().then((module) => ({ default: module.CreatePollDialog })))
const SchedulePollDialog = lazy(() => loadSchedule().then((module) => ({ default: module.SchedulePollDialog })))

/** The Create Poll and Schedule Poll buttons. The code of each dialog loads when its button is hovered or focused. */
export function PollActions({ onCreated, onScheduled }: { onCreated: (id: number) => void; onScheduled: () => void }) {
  const [open, setOpen] = useState<'create' | 'schedule'>()
  // A closed dialog stays mounted, so that it keeps the typed text.
  const [mounted, setMounted] = useState<ReadonlySet<string>>(new Set())
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
    setMounted((previous) => new Set(previous).add(which))
    setOpen(which)
  }
  const preloadHandlers = (load: () => Promise<unknown>) => ({
    onPointerEnter: () => void load().catch(() => undefined),
    onFocus: () => void load().catch(() => undefined),
  })
  return (
    <>
      <Button {...preloadHandlers(loadCreate)} onClick={() => void show('create', loadCreate)}>
        <Plus aria-hidden className="size-4" />
        Create Poll
      </Button>
      <Button
        variant="secondary"
        {...preloadHandlers(loadSchedule)}
        onClick={() => void show('schedule', loadSchedule)}
      >
        <CalendarClock aria-hidden className="size-4" />
        Schedule Poll
      </Button>
      <Suspense>
        {mounted.has('create') && (
          <CreatePollDialog
            open={open === 'create'}
            onOpenChange={(next) => setOpen(next ? 'create' : undefined)}
            onCreated={({ id }) => onCreated(id)}
          />
        )}
        {mounted.has('schedule') && (
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
