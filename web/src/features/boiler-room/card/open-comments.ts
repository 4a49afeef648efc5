import { useLocation } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'

/** The post whose comments are open, and its page: going Back shows them open again. */
let open: { postId: number; path: string } | undefined
const listeners = new Set<() => void>()

/** Specification 5: only one post's comments are open at a time. */
export function useOpenComments(postId: number): [isOpen: boolean, setOpen: (open: boolean) => void] {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isOpen = useSyncExternalStore(subscribe, () => open?.postId === postId && open.path === path)
  return [
    isOpen,
    (next) => {
      if (next === isOpen) return
      open = next ? { postId, path } : undefined
      for (const listener of listeners) listener()
    },
  ]
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
