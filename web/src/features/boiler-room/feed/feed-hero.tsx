import { boilerRoomFigures } from '#lib/marketing-figures.ts'
import { FigureRow } from '#ui/figure-row.tsx'

/** The page header of the Boiler Room. Its figures are fixed text. */
export function FeedHero() {
  return (
    <header className="grid gap-3 md:gap-6">
      <div>
        <h1 className="text-3xl leading-tight sm:text-5xl">Boiler Room</h1>
        <p className="mt-1 text-soft sm:mt-3 sm:text-lg">
          Say what is on your mind, and hear what your neighbors think.
        </p>
      </div>
      <FigureRow label="The Boiler Room in figures" figures={boilerRoomFigures} />
    </header>
  )
}
