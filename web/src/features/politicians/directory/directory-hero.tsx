import { directoryFigures, lastUpdated } from '#lib/marketing-figures.ts'

/** The page header of the directory. Its figures are fixed text. */
export function DirectoryHero() {
  return (
    <header className="flex flex-col gap-4 md:gap-8 lg:flex-row lg:items-end lg:justify-between">
      <div className="max-w-2xl">
        <h1 className="text-3xl leading-tight sm:text-5xl">Politician Directory</h1>
        <p className="mt-1.5 text-soft sm:mt-3 sm:text-lg">
          Find the people who represent you, see how citizens rate their work, and say what you think of it.
        </p>
      </div>
      <div className="min-w-0 shrink-0">
        <ul
          aria-label="WTPU in figures"
          className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-5 md:flex md:flex-wrap md:gap-x-8 md:gap-y-3"
        >
          {directoryFigures.map(({ value, label }) => (
            <li key={label} className="max-md:flex max-md:items-baseline max-md:gap-1.5">
              <span className="block font-serif text-lg font-semibold md:text-2xl">{value}</span>{' '}
              <span className="text-sm text-soft">{label}</span>
            </li>
          ))}
        </ul>
        <p className="text-sm text-soft md:mt-3">{lastUpdated}</p>
      </div>
    </header>
  )
}
