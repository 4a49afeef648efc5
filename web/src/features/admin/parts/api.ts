import type { Input, Output } from '@wtpu/contract/endpoint'
import { changeSiteParts, getManagedParts } from '@wtpu/contract/site/on-demand/part-facts'
import { call, query } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { useChange } from '#features/admin/use-change.ts'

export const managedPartsQuery = () => query(getManagedParts, {}, { staleTime: 0 })

export const useChangeParts = () =>
  useChange((body: Input<typeof changeSiteParts>['body']) =>
    sendOrRead<Output<typeof changeSiteParts>>(
      () => call(changeSiteParts, { body }),
      async () => {
        const { version, off, reading, ratings_closed } = await call(getManagedParts)
        const stored = JSON.stringify([off, reading, ratings_closed])
        const isSaved =
          version > body.version && stored === JSON.stringify([body.off, body.reading, body.ratings_closed])
        return isSaved ? { version, off, reading, ratings_closed } : undefined
      },
    ),
  )
