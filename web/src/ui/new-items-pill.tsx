import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useRef, useState } from 'react'
import { now } from '#lib/time.ts'
import { Button } from './button.tsx'

const announcementMs = 60_000

/** The text of the pill for new rows, undefined for none. */
export function newItemsText(count: number, noun: string): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? `1 new ${noun}` : `${count} new ${noun}s`
}

/**
 * Says what a refetch would change above what is read, if anything. It changes on click, so the list does not move while read.
 * Screen readers read it at most once a minute.
 */
export function NewItemsPill({ text, onShow }: { text: string | undefined; onShow: () => void }) {
  const announced = useAnnounced(text)
  return (
    <div className="sticky top-20 z-10 flex h-0 justify-center">
      {text && (
        <Button size="small" onClick={onShow} className="h-11 animate-rise rounded-full! shadow-float">
          <ArrowUp aria-hidden className="size-4" />
          {text}
        </Button>
      )}
      <output className="sr-only">{announced}</output>
    </div>
  )
}

function useAnnounced(text: string | undefined): string | undefined {
  const [announced, setAnnounced] = useState<string>()
  const next = useRef(0)
  useEffect(() => {
    const announce = () => {
      if (text !== undefined) next.current = now() + announcementMs
      setAnnounced(text)
    }
    const timer = setTimeout(announce, text === undefined ? 0 : next.current - now())
    return () => clearTimeout(timer)
  }, [text])
  return announced
}
