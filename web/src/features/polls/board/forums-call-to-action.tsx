import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'
import { buttonClass } from '#ui/button.tsx'

/** The call to action below the polls. */
export function ForumsCallToAction() {
  return (
    <section className="mt-16 flex flex-col items-start gap-5 border-t border-line pt-10 sm:flex-row sm:items-center sm:justify-between">
      <div>
        <h2 className="text-2xl">Votes show what people think. Discussions show why.</h2>
        <p className="mt-2 max-w-prose text-soft">
          Talk it over with citizens who voted the way you did, and with those who did not.
        </p>
      </div>
      <Link to="/forums" className={classes(buttonClass({ variant: 'secondary', size: 'large' }), 'shrink-0')}>
        Explore Forums
      </Link>
    </section>
  )
}
