import type { NewReport } from '@wtpu/contract/moderation/reports'
import Flag from 'lucide-react/icons/flag'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { lazyDialog } from '#ui/dialog/lazy-dialog.tsx'

const ReportDialog = lazyDialog(
  () => 'Report',
  () => import('./report-dialog.tsx').then((module) => module.ReportDialog),
)

/** Reports what has no menu: a poll. */
export function ReportButton({
  content,
  noun,
  of,
}: {
  content: Pick<NewReport, 'kind' | 'id'>
  noun: string
  /** Names the content for screen readers. */
  of: string
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" size="small" {...ReportDialog.preloadHandlers} onClick={() => setOpen(true)}>
        <Flag aria-hidden className="size-4" /> Report <span className="sr-only">{of}</span>
      </Button>
      <ReportDialog content={content} noun={noun} open={open} onOpenChange={setOpen} />
    </>
  )
}
