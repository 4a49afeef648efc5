import type { ReactNode } from 'react'

/** The head of the polls screen, with its buttons. */
export function PollsHero({ children }: { children: ReactNode }) {
  return (
    <header>
      <h1 className="text-3xl leading-tight min-[24rem]:text-4xl sm:text-5xl">Live Citizen Polls</h1>
      <p className="mt-3 max-w-3xl text-lg text-soft">
        One citizen, one vote. Every result below moves as people vote, whatever their party.
      </p>
      <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3 sm:w-fit sm:grid-cols-2 lg:grid-cols-4 max-sm:[&>button]:px-2 max-[26rem]:[&_svg]:hidden">
        {children}
      </div>
    </header>
  )
}
