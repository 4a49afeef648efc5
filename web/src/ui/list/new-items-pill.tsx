import { ArrowUp } from 'lucide-react'
import { Button } from '#ui/button.tsx'

/** Shows how many new items are waiting. They are added on click, so the list does not move while read. */
export function NewItemsPill({ count, noun, onShow }: { count: number; noun: string; onShow: () => void }) {
  return (
    <output className="sticky top-20 z-10 flex h-0 justify-center">
      {count > 0 && (
        <Button size="small" onClick={onShow} className="h-11 animate-rise rounded-full! shadow-float">
          <ArrowUp aria-hidden className="size-4" />
          {count === 1 ? `1 new ${noun}` : `${count} new ${noun}s`}
        </Button>
      )}
    </output>
  )
}
