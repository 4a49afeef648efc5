import * as circles from '@wtpu/contract/circles/on-demand/circles'
import * as papers from '@wtpu/contract/circles/on-demand/papers'
import type { Input } from '@wtpu/contract/endpoint'
import { downloadName } from '@wtpu/contract/site/download-name'
import { useMutation } from '@tanstack/react-query'
import { type ApiFailure, call, infiniteQuery, query } from '#lib/api/api.ts'
import { saveText } from '#lib/small/save-file.ts'
import { useChange } from '../use-change.ts'

export type DeliveryFilter = (typeof papers.deliveryFilters)[number]

export const circlesQuery = () => query(circles.listCircles, {}, { staleTime: 0 })
export const circleQuery = (id: number) => query(circles.getCircle, { params: { id } }, { staleTime: 0 })
export const paperQuery = (id: number) => query(papers.getPaper, { params: { id } }, { staleTime: 0 })
export const deliveryQuery = (id: number, filter: DeliveryFilter | undefined) =>
  infiniteQuery(papers.listDelivery, { params: { id }, querystring: { filter, limit: 30 } }, { staleTime: 0 })

type Changes = Input<typeof circles.changeCircle>['body']

export const useCreateCircle = () => useChange((name: string) => call(circles.createCircle, { body: { name } }))
export const useChangeCircle = (id: number) =>
  useChange((body: Changes) => call(circles.changeCircle, { params: { id }, body }))
export const useDeleteCircle = (id: number) => useChange(() => call(circles.deleteCircle, { params: { id } }))
export const useReplaceList = (id: number) =>
  useChange(({ file, check }: { file: File; check: boolean }) =>
    call(circles.replaceList, {
      params: { id },
      querystring: { check: check ? 'true' : 'false' },
      files: { list: [file] },
    }),
  )
export const useCreatePaper = () =>
  useChange((body: Input<typeof papers.createPaper>['body']) => call(papers.createPaper, { body }))
export const useDeletePaper = () => useChange((id: number) => call(papers.deletePaper, { params: { id } }))
export const useAddToKit = (id: number) =>
  useChange(({ label, file }: { label: string; file: File | undefined }) =>
    call(papers.addToKit, { params: { id }, body: { label }, files: { file: file ? [file] : [] } }),
  )
export const useRemoveFromKit = (id: number) =>
  useChange((url: string) => call(papers.removeFromKit, { params: { id }, querystring: { url } }))
export const useSendPaper = () => useChange((id: number) => call(papers.sendPaper, { params: { id } }))
export const useRemind = () => useChange((id: number) => call(papers.remindPaper, { params: { id } }))

/** Saves the rows that the filter shows. */
export const useDownload = (id: number) =>
  useMutation<void, ApiFailure, DeliveryFilter | undefined>({
    mutationFn: async (filter) => {
      const { csv } = await call(papers.downloadDelivery, { params: { id }, querystring: { filter } })
      saveText(downloadName(`ballots-${id}.csv`), csv, 'text/csv')
    },
  })
