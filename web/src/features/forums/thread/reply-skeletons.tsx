import { Skeleton } from '#ui/skeleton.tsx'

export function ReplySkeletons() {
  return (
    <div aria-busy className="border-y border-line px-2">
      <output className="sr-only">Loading replies...</output>
      {[0, 1, 2].map((row) => (
        <div key={row} className="border-line py-4 not-first:border-t">
          <div className="flex items-center gap-3 pt-2">
            <Skeleton className="size-9 shrink-0 rounded-full!" />
            <Skeleton className="h-5 w-44 max-w-full" />
          </div>
          <Skeleton className="mt-3 h-5 w-full" />
          <Skeleton className="mt-2 h-5 w-4/5" />
          <Skeleton className="mt-4 h-7 w-40" />
        </div>
      ))}
    </div>
  )
}
