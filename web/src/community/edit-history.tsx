import { attributesOf, type Written } from '@wtpu/contract/schemas'
import type { KindThat } from '@wtpu/contract/writing/kinds'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ApiFailure } from '#lib/api/api.ts'
import { machineTime } from '#lib/time.ts'
import { fullDate } from '#lib/dates.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Markdown } from './markdown/markdown.tsx'
import { RichText } from './text/rich-text.tsx'

/** A version of a text, with the time it was written. */
interface Version {
  title?: string
  text: string
  created_at: string
}

interface EditHistoryProps<V extends Version> {
  /** The text as it is now, and when it was written. */
  current: V
  /** The earlier texts, newest first. Requested when the dialog opens. */
  revisions: UseQueryOptions<V[], ApiFailure>
  /** See `RichText`. */
  writing: Written
  noun: KindThat<'edit'>
  markdown?: boolean
}

/** A dialog with the current and all earlier versions of an edited text, newest first. */
export function EditHistory<V extends Version>({
  open,
  onOpenChange,
  ...history
}: EditHistoryProps<V> & { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Edit history" wide>
      <Versions {...history} />
    </Dialog>
  )
}

function Versions<V extends Version>({ current, revisions, writing, noun, markdown = false }: EditHistoryProps<V>) {
  const Text = markdown ? Markdown : RichText
  const earlier = useQuery(revisions)
  if (earlier.isPending) return <HistorySkeleton />
  if (!earlier.data) return <ErrorState title="The edit history could not be loaded" query={earlier} />
  if (earlier.data.length === 0) return <EmptyState title="No edits yet">This {noun} was not edited.</EmptyState>
  const versions = [current, ...earlier.data]
  return (
    <ol aria-label="Versions, newest first" className="divide-y divide-line">
      {versions.map(({ title, text, created_at }, index) => (
        <li key={created_at} className="py-4 first:pt-0 last:pb-0">
          <h3 className="mb-1 font-sans text-sm font-semibold text-soft">
            {index === 0 ? 'Current version' : index === versions.length - 1 ? 'Original' : 'Earlier version'},{' '}
            <time dateTime={machineTime(created_at)}>{fullDate(created_at)}</time>
          </h3>
          {title !== undefined && (
            <p dir="auto" {...attributesOf(writing)} className="mb-1 font-serif text-lg font-semibold wrap-anywhere">
              {title}
            </p>
          )}
          {text === '' ? (
            <p className="text-soft">No text</p>
          ) : (
            <Text text={text} writing={writing} of={`version ${versions.length - index}`} />
          )}
        </li>
      ))}
    </ol>
  )
}

function HistorySkeleton() {
  return (
    <LoadingState label="Loading the edit history..." className="flex flex-col gap-2">
      <Skeleton className="h-5 w-56 max-w-full" />
      <Skeleton className="h-6" />
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="mt-6 h-5 w-56 max-w-full" />
      <Skeleton className="h-6" />
    </LoadingState>
  )
}
