import { ChartColumn, Radio } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'

const ResultsDashboard = lazyDialog(
  () => 'Poll Results Dashboard',
  () => import('#features/polls/results/dashboard/results-dashboard.tsx').then((module) => module.ResultsDashboard),
)
const LiveResultsDialog = lazyDialog(
  () => 'Live Poll Results',
  () => import('./live-results-dialog.tsx').then((module) => module.LiveResultsDialog),
)

/** Buttons for the two dialogs with results of all polls. Hovering or focusing a button preloads its dialog. */
export function ResultsButtons() {
  return (
    <>
      <DialogButton name="Results Dashboard" Icon={ChartColumn} Panel={ResultsDashboard} />
      <DialogButton name="Live Poll Results" Icon={Radio} Panel={LiveResultsDialog} />
    </>
  )
}

function DialogButton({ name, Icon, Panel }: { name: string; Icon: typeof Radio; Panel: typeof ResultsDashboard }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-haspopup="dialog" {...Panel.preloadHandlers} onClick={() => setOpen(true)}>
        <Icon aria-hidden className="size-4" />
        {name}
      </Button>
      <Panel open={open} onOpenChange={setOpen} />
    </>
  )
}
