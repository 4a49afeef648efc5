import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'
import { buttonClass } from '#ui/button.tsx'

/** The call to action below the directory. */
export function BoilerRoomCallToAction() {
  return (
    <section className="mt-16 flex flex-col items-start gap-5 border-t border-line pt-10 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <h2 className="text-2xl">Rated someone? Say why.</h2>
        <p className="mt-2 max-w-prose text-soft">
          The Boiler Room is where citizens talk about the work of their officials, across party lines.
        </p>
      </div>
      <Link to="/boiler-room" className={classes(buttonClass({ variant: 'secondary', size: 'large' }), 'shrink-0')}>
        Open Boiler Room
      </Link>
    </section>
  )
}
