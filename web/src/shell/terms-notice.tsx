import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { getSitePage, seeTerms } from '@wtpu/contract/site/site-pages'
import X from 'lucide-react/icons/x'
import { summaryQuery } from '#features/notifications/small/api.ts'
import { call, query } from '#lib/api/api.ts'
import { useSession } from '#lib/session/session.ts'
import { shortDate } from '#lib/dates.ts'
import { Button, buttonClass } from '#ui/button.tsx'

/** Tells members once that the terms have changed. */
export function TermsNotice() {
  const signedIn = useSession() !== null
  const { data } = useQuery({ ...summaryQuery(), enabled: signedIn })
  return signedIn && data?.new_terms !== undefined ? <Notice version={data.new_terms} /> : null
}

function Notice({ version }: { version: number }) {
  const client = useQueryClient()
  const { data } = useQuery(query(getSitePage, { params: { name: 'terms' }, querystring: { version } }))
  const see = useMutation({
    mutationFn: () => call(seeTerms, { body: { version } }),
    // Closed at once. If the call fails, the notice is there again with the next page.
    onMutate: () => client.setQueryData(summaryQuery().queryKey, (old) => old && { ...old, new_terms: undefined }),
  })
  if (!data?.current) return null
  const { published_at, what_changed } = data.current
  return (
    <span className="pointer-events-auto flex max-w-xl animate-rise flex-wrap items-center gap-x-3 gap-y-1 rounded-card border border-line bg-surface py-2 pr-2 pl-4 shadow-float">
      <span className="min-w-0 flex-1 wrap-anywhere">
        Our terms changed on {shortDate(new Date(published_at))}
        {what_changed ? `: ${what_changed}` : '.'}
      </span>
      <span className="flex items-center gap-x-1">
        <Link
          to="/$placeholder"
          params={{ placeholder: 'terms' }}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
          onClick={() => see.mutate()}
        >
          Read them
        </Link>
        <Button variant="ghost" size="small" aria-label="Close: our terms changed" onClick={() => see.mutate()}>
          <X aria-hidden className="size-5" />
        </Button>
      </span>
    </span>
  )
}
