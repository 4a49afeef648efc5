import { maxUnits } from '@wtpu/contract/characters'
import { circleLimits } from '@wtpu/contract/circles/on-demand/circles'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { StaffMissing } from '#community/staff/staff-missing.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { TextField } from '#ui/form/fields.tsx'
import { fillIn, useForm } from '#ui/form/on-demand/use-form.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { AdminRoom } from '../room.tsx'
import { circlesQuery, useCreateCircle } from './api.ts'
import { peopleOf } from './rules.ts'

/** The lists of people who are invited to answer. Keepers see theirs. */
export function CirclesPage() {
  const state = useQuery(circlesQuery())
  if (state.error?.status === 404 && !state.data) return <StaffMissing />
  return (
    <AdminRoom
      title="Circles"
      lead="A circle is a list of people. They answer ballot papers by a link in a mail or by a code, without an account."
    >
      {state.data ? (
        <ul className={cardClass('divide-y divide-line')}>
          {state.data.results.map(({ id, name, rows, open_papers: open }) => (
            <li key={id} className="p-4 sm:px-6">
              <Link
                to="/admin/circles/{-$circleId}"
                params={{ circleId: String(id) }}
                className="inline-block py-1 text-link font-semibold wrap-anywhere"
              >
                {name}
              </Link>
              <p className="text-sm text-soft">
                {peopleOf(rows)}
                {open > 0 && `, ${open} open ${open === 1 ? 'ballot paper' : 'ballot papers'}`}
              </p>
            </li>
          ))}
          {state.data.results.length === 0 && (
            <li className="p-4 sm:px-6">There is no circle yet. Add the first one.</li>
          )}
        </ul>
      ) : state.error ? (
        <ErrorState title="The circles could not be loaded" query={state} />
      ) : (
        <LoadingState label="Loading..." className={cardClass('p-4 sm:p-6')}>
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="mt-3 h-5 w-3/4" />
        </LoadingState>
      )}
      <NewCircle />
    </AdminRoom>
  )
}

const none = { name: '' }

function NewCircle() {
  const navigate = useNavigate()
  const form = useForm(useCreateCircle(), {
    empty: none,
    check: ({ name }) => ({ name: name.trim() === '' && fillIn }),
    input: ({ name }) => name,
    onSuccess: ({ id }) => void navigate({ to: '/admin/circles/{-$circleId}', params: { circleId: String(id) } }),
  })
  return (
    <form {...form.props} className="mt-6 flex flex-wrap items-start gap-3">
      <TextField label="New circle" {...form.text('name')} maxLength={maxUnits(circleLimits.name)} className="flex-1" />
      <Button type="submit" variant="secondary" loading={form.isPending} className="mt-6.5">
        Add
      </Button>
      {form.alert}
    </form>
  )
}
