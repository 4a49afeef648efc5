import { ResultsOpeners } from './results/results-openers.tsx'

/** The head of the polls screen. */
export function PollsHero() {
  return (
    <header className="max-w-3xl">
      <h1 className="text-3xl leading-tight min-[24rem]:text-4xl sm:text-5xl">Live Citizen Polls</h1>
      <p className="mt-3 text-lg text-soft">
        One citizen, one vote. Every result below moves as people vote, whatever their party.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <ResultsOpeners />
      </div>
    </header>
  )
}
