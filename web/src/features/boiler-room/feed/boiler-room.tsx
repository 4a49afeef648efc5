import { useRef, useState } from 'react'
import { isShown } from '@wtpu/contract/site/figures'
import { boilerRoomFigures } from '@wtpu/contract/site/on-demand/more-figures'
import { SkipLink } from '#ui/skip-link.tsx'
import { FigureRow } from '#ui/figure-row.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { PostComposer } from '#features/boiler-room/composer/post-composer.tsx'
import { FeedSidebar } from '#features/boiler-room/sidebar/feed-sidebar.tsx'
import { parsePostId, type FeedSearch, type OnFeedSearch } from './feed-search.ts'
import { FeedTabs } from './feed-tabs.tsx'
import { PostSkeletons } from './post-feed.tsx'

const SinglePost = lazyComponent(() => import('./single-post.tsx').then((module) => module.SinglePost))

/** The feed with its composer and sidebar, or, with `?post=`, a single post. */
export function BoilerRoom({ search, onSearch }: { search: FeedSearch; onSearch: OnFeedSearch }) {
  if (search.post !== undefined) {
    return (
      <div className="page max-w-3xl">
        <SinglePost key={search.post} fallback={<PostSkeletons count={1} />} id={parsePostId(search)} />
      </div>
    )
  }
  return (
    <div className="page">
      <FeedHero />
      <Feed search={search} onSearch={onSearch} />
    </div>
  )
}

function Feed({ search, onSearch }: { search: FeedSearch; onSearch: OnFeedSearch }) {
  const textBox = useRef<HTMLTextAreaElement>(null)
  const [findingPeople, setFindingPeople] = useState(false)
  return (
    <div className="mt-4 grid gap-x-8 gap-y-4 md:mt-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="min-w-0 lg:col-start-1">
        <PostComposer textBox={textBox} />
      </div>
      {/* On narrow screens, the sidebar is one button. */}
      <SkipLink to="#posts" className="max-lg:hidden">
        Skip to posts
      </SkipLink>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:grid">
        <FeedSidebar findingPeople={findingPeople} onPeopleFound={() => setFindingPeople(false)} />
      </div>
      <div id="posts" tabIndex={-1} className="min-w-0 scroll-mt-24 outline-none lg:col-start-1">
        <FeedTabs
          search={search}
          onSearch={onSearch}
          onCreatePost={() => textBox.current?.focus()}
          onFindPeople={() => setFindingPeople(true)}
        />
      </div>
    </div>
  )
}

/** The page header of the Boiler Room. Its figures are fixed text. */
function FeedHero() {
  return (
    <header className="grid gap-3 md:gap-6">
      <div>
        <h1>Boiler Room</h1>
        <p className="mt-1 text-soft sm:mt-3 sm:text-lg">
          Say what is on your mind, and hear what your neighbors think.
        </p>
      </div>
      <FigureRow label="The Boiler Room in figures" figures={boilerRoomFigures.filter(isShown)} />
    </header>
  )
}
