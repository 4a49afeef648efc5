import { ArrowUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** Polls published meanwhile wait for a click (decision 20): a vote is final, so no card may move under a finger. */
export function NewPolls({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <output className="sticky top-20 z-10 flex h-0 justify-center">
      {count > 0 && (
        <Button size="small" onClick={onShow} className="h-11 animate-rise rounded-full! shadow-float">
          <ArrowUp aria-hidden className="size-4" />
          {count === 1 ? '1 new poll' : `${count} new polls`}
        </Button>
      )}
    </output>
  )
}
