import { ChartColumn, Radio } from 'lucide-react'
import { Suspense, useState, type ComponentType } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

const loadDashboard = () =>
  import('#features/polls/results/dashboard/results-dashboard.tsx').then((module) => module.ResultsDashboard)
const loadLive = () => import('./live-results-dialog.tsx').then((module) => module.LiveResultsDialog)
const ResultsDashboard = lazyComponent(loadDashboard)
const LiveResultsDialog = lazyComponent(loadLive)

/** Buttons for the two dialogs with results of all polls. Hovering or focusing a button preloads its dialog. */
export function ResultsButtons() {
  return (
    <>
      <DialogButton name="Results Dashboard" Icon={ChartColumn} Panel={ResultsDashboard} preload={loadDashboard} />
      <DialogButton name="Live Poll Results" Icon={Radio} Panel={LiveResultsDialog} preload={loadLive} />
    </>
  )
}

function DialogButton({
  name,
  Icon,
  Panel,
  preload,
}: {
  name: string
  Icon: typeof Radio
  Panel: ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>
  preload: () => Promise<unknown>
}) {
  const [mounted, setMounted] = useState(false)
  const [open, setOpen] = useState(false)
  const fetchPanel = () => void preload().catch(() => undefined)
  function show() {
    setMounted(true)
    setOpen(true)
  }
  return (
    <>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        onPointerEnter={fetchPanel}
        onFocus={fetchPanel}
        onClick={show}
      >
        <Icon aria-hidden className="size-4" />
        {name}
      </Button>
      {mounted && (
        <Suspense>
          <Panel open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
