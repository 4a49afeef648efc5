import { useState, type ClipboardEvent, type DragEvent } from 'react'

/** Event handlers of an element that takes files by drag and drop or from the clipboard. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [dragging, setDragging] = useState(false)
  return {
    dragging,
    dropTarget: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragging(true)
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        // The event also fires when the pointer moves on to a child.
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setDragging(false)
      },
      onDrop(event: DragEvent) {
        event.preventDefault()
        setDragging(false)
        onFiles([...event.dataTransfer.files])
      },
    },
    onPaste(event: ClipboardEvent) {
      const files = [...event.clipboardData.files]
      // Text copied from an office document also contains a picture of it.
      if (files.length === 0 || event.clipboardData.types.includes('text/plain')) return
      event.preventDefault()
      onFiles(files)
    },
  }
}
