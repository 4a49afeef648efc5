import { Part } from '#lib/part.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { politicianPagesQuery } from '#features/politicians/small/api.ts'
import { DirectoryHero, Directory, BoilerRoomCallToAction } from '#features/politicians/directory/directory.tsx'
import { MyPoliticiansPage } from '#features/politicians/mine/my-politicians.tsx'
import { parseDirectoryFilters } from '#features/politicians/rules.ts'
import { parseDirectorySearch } from '#features/politicians/search.ts'
import { usePageHead } from '#lib/head.ts'

export const Route = createFileRoute('/_member/politicians/')({
  // Without the names of the states, which would be in the first load of every page.
  validateSearch: parseDirectorySearch,
  loaderDeps: ({ search }) => search,
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context, deps }) => {
    if (!deps.mine)
      void context.queryClient.prefetchInfiniteQuery(politicianPagesQuery(parseDirectoryFilters({ ...deps })))
  },
  component: Politicians,
})

function Politicians() {
  const filters = parseDirectoryFilters({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  usePageHead(filters.mine ? { title: 'Your representatives' } : undefined)
  if (filters.mine) return <MyPoliticiansPage />
  return (
    <div className="page">
      <DirectoryHero />
      {/* What is below begins below the window, so that it does not move when the list comes. */}
      <div className="mt-4 min-h-dvh md:mt-8">
        <Directory
          filters={filters}
          onFilter={(next, how) =>
            void navigate({ search: parseDirectoryFilters({ ...next }), replace: how === 'replace' })
          }
        />
      </div>
      <Part of="boiler-room">
        <BoilerRoomCallToAction />
      </Part>
    </div>
  )
}
