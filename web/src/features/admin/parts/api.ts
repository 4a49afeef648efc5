import type { Input, Output } from '@wtpu/contract/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { changeSiteParts, getManagedParts } from '@wtpu/contract/site/on-demand/part-facts'
import { call, query, urlKey } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { useChange } from '#features/admin/use-change.ts'
import { toast } from '#ui/toast/toast.tsx'

export const managedPartsQuery = () => query(getManagedParts, {}, { staleTime: 0 })

/** All open pages hear of the change. This one does not wait for the live stream. */
export function useChangeParts() {
  const client = useQueryClient()
  return useChange(async (body: Input<typeof changeSiteParts>['body']) => {
    const saved = await sendOrRead<Output<typeof changeSiteParts>>(
      () => call(changeSiteParts, { body }),
      async () => {
        const { version, off, reading, ratings_closed } = await call(getManagedParts)
        const stored = JSON.stringify([off, reading, ratings_closed])
        const isSaved =
          version > body.version && stored === JSON.stringify([body.off, body.reading, body.ratings_closed])
        return isSaved ? { version, off, reading, ratings_closed } : undefined
      },
    )
    toast({ title: 'Saved', description: 'Open pages of the site follow within seconds.' })
    void client.invalidateQueries({ queryKey: urlKey('/api/site/') })
    return saved
  })
}
