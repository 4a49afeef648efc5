import type { ReactNode } from 'react'

/** The page header of the polls screen. `children` are its buttons. */
export function PollsHero({ children }: { children: ReactNode }) {
  return (
    <header className="grid gap-x-8 gap-y-4 sm:gap-y-6 lg:grid-cols-[1fr_auto] lg:items-end">
      <div>
        <h1 className="text-3xl leading-tight sm:text-5xl">Live Citizen Polls</h1>
        <p className="mt-1.5 max-w-3xl text-soft sm:mt-3 sm:text-lg">
          One citizen, one vote. Results update live as people of every party vote.
        </p>
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-2 sm:gap-3 sm:w-fit sm:grid-cols-2 max-sm:[&>button]:px-2 max-[26rem]:[&_svg]:hidden">
        {children}
      </div>
    </header>
  )
}
