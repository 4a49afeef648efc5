import { useLocation } from '@tanstack/react-router'
import { createStore, useStore } from '#lib/store.ts'

/** The post whose comments are open, and the history entry of its page: going Back shows them open again. */
let open: { postId: number; entry: string | undefined } | undefined
const store = createStore(() => open)

/** Only one post's comments are open at a time. */
export function useOpenComments(postId: number): [isOpen: boolean, setOpen: (open: boolean) => void] {
  // oxlint-disable-next-line no-underscore-dangle -- the router's name for the key of a history entry
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const isOpen = useStore(store, () => open?.postId === postId && open.entry === entry)
  return [
    isOpen,
    (next) => {
      if (next === isOpen) return
      open = next ? { postId, entry } : undefined
      store.notify()
    },
  ]
}
