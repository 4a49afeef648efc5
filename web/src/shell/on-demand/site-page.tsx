import { type QueryClient, useQuery } from '@tanstack/react-query'
import { site } from '@wtpu/contract/site/name'
import { getSitePage, type SitePage, type SitePageName } from '@wtpu/contract/site/site-pages'
import { useState, type ReactNode } from 'react'
import { loadMarkdown } from '#community/markdown/markdown.tsx'
import { call, query, urlKey } from '#lib/api/api.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { WrittenText } from './written-text.tsx'

/** Loads what formats a text with it, so that it is shown once and not first as it was written. */
const sitePageQuery = (name: SitePageName, version?: number) => {
  const input = { params: { name }, querystring: { version } }
  return {
    ...query(getSitePage, input),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const page = await call(getSitePage, input, { signal })
      if (page.text !== '') await loadMarkdown()
      return page
    },
  }
}

/** Loads the formatter before the app replaces the server's HTML, if the page's text came with it. */
export async function formatEmbeddedText(queryClient: QueryClient, name: string): Promise<void> {
  if (queryClient.getQueryData<SitePage>(urlKey(`/api/pages/${name}/`))?.text) await loadMarkdown()
}

/** What the operator wrote for a page, with its versions, or `children`, the built-in text. */
export function SiteText({ name, children }: { name: SitePageName; children?: ReactNode }) {
  const [version, setVersion] = useState<number>()
  const { data, error, refetch } = useQuery(sitePageQuery(name, version))
  if (error && !data) return <ErrorState title="The text could not be loaded" query={{ error, refetch }} />
  if (!data) {
    return (
      <LoadingState label="Loading...">
        {/* Most often it is what follows, so nothing moves. */}
        <div className="invisible space-y-4">{children}</div>
      </LoadingState>
    )
  }
  if (!data.current || data.text === '') return children
  return <WrittenText page={data} onVersion={setVersion} />
}

/** What the operator says about themselves. */
export function OperatorPart() {
  const { data } = useQuery(sitePageQuery('about'))
  if (!data?.text) return null
  return (
    <section aria-labelledby="operator" className="frame pt-16 md:pt-20">
      <h2 id="operator" className="text-3xl md:text-4xl">
        Who runs {site.name}
      </h2>
      <div className="prose mt-6 space-y-4 text-lg text-soft">
        <SiteText name="about" />
      </div>
    </section>
  )
}
