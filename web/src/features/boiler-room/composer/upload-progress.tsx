import { Button } from '#ui/button.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'

/** The progress of an upload, from 0 to 1, with a Cancel button. */
export function UploadProgress({ progress, onCancel }: { progress: number; onCancel: () => void }) {
  const percent = Math.floor(progress * 100)
  const sent = progress >= 1
  return (
    <div className="mt-3 flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <p className="mb-1.5 flex justify-between gap-3 text-sm text-soft tabular-nums">
          {/* Announced only when the phase changes, not for every percent. */}
          <output>{sent ? 'Processing...' : 'Uploading...'}</output>
          <span aria-hidden>{percent}%</span>
        </p>
        <ProgressBar value={percent} label="Upload" />
      </div>
      <Button variant="secondary" size="small" onClick={onCancel}>
        Cancel <span className="sr-only">the upload</span>
      </Button>
    </div>
  )
}
