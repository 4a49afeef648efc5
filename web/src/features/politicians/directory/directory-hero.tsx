import { directoryFigures, lastUpdated } from '#lib/marketing-figures.ts'

/** The head of the directory with its fixed figures. */
export function DirectoryHero() {
  return (
    <header className="flex flex-col gap-8 lg:flex-row lg:items-end lg:justify-between">
      <div className="max-w-2xl">
        <h1 className="text-3xl leading-tight min-[24rem]:text-4xl sm:text-5xl">Politician Directory</h1>
        <p className="mt-3 text-lg text-soft">
          Find the people who represent you, see how citizens rate their work, and say what you think of it.
        </p>
      </div>
      <div className="shrink-0">
        <ul aria-label="WTPU in figures" className="flex flex-wrap gap-x-6 gap-y-3 sm:gap-x-8">
          {directoryFigures.map(({ value, label }) => (
            <li key={label}>
              <span className="block font-serif text-2xl font-semibold">{value}</span>{' '}
              <span className="text-sm text-soft">{label}</span>
            </li>
          ))}
        </ul>
        <p className="mt-3 text-sm text-soft">{lastUpdated}</p>
      </div>
    </header>
  )
}
