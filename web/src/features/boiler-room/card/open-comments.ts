import { useLocation } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** The post whose comments are open, and the history entry of its page: going Back shows them open again. */
let open: { postId: number; entry: string | undefined } | undefined
const listeners = new Set<() => void>()

/** Specification 5: only one post's comments are open at a time. */
export function useOpenComments(postId: number): [isOpen: boolean, setOpen: (open: boolean) => void] {
  // oxlint-disable-next-line no-underscore-dangle -- the router's name for the key of a history entry
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const isOpen = useSyncExternalStore(subscribe, () => open?.postId === postId && open.entry === entry)
  return [
    isOpen,
    (next) => {
      if (next === isOpen) return
      open = next ? { postId, entry } : undefined
      for (const listener of listeners) listener()
    },
  ]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
