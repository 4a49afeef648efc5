import { useEffect, useState } from 'react'

/** The picked file as a data URL, once it is loaded. */
export function usePreview(file: File | null | undefined): string | undefined {
  const [loaded, setLoaded] = useState<{ file: File; url: string }>()
  useEffect(() => {
    if (!file) return undefined
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      if (typeof reader.result === 'string') setLoaded({ file, url: reader.result })
    })
    reader.readAsDataURL(file)
    return () => reader.abort()
  }, [file])
  return loaded && loaded.file === file ? loaded.url : undefined
}
