import * as Dialog from '@radix-ui/react-dialog'
import X from 'lucide-react/icons/x'
import { useCloseOnBack } from '#ui/on-demand/close-on-back.ts'
import { type ComponentProps, type CSSProperties, type ReactElement, type ReactNode, useState } from 'react'

/** A dialog that slides in from the right. Initially open, because it is mounted when the user opens it. */
export function Drawer({
  title,
  button,
  closeLabel,
  style,
  children,
}: {
  title: string
  /** Opens it again. */
  button: ReactElement<ComponentProps<'button'>>
  closeLabel: string
  style?: CSSProperties
  children: (close: () => void) => ReactNode
}) {
  const [open, setOpen] = useState(true)
  useCloseOnBack(open, () => setOpen(false))
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>{button}</Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade-in bg-[rgb(20_16_8/0.55)]" />
        <Dialog.Content
          aria-describedby={undefined}
          style={style}
          className="fixed inset-y-0 right-0 z-50 flex w-80 max-w-[88vw] animate-slide-in flex-col overflow-y-auto bg-surface p-4 shadow-float"
        >
          <div className="mb-4 flex items-center justify-between">
            <Dialog.Title className="pl-3 font-serif text-xl font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label={closeLabel}
              className="flex size-11 items-center justify-center rounded-control hover:bg-sunken"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          {children(() => setOpen(false))}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
