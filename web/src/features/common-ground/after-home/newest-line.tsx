import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ofOpinions } from '#community/opinions.ts'
import { commonGroundQuery } from '#features/common-ground/small/api.ts'

/** One line about the newest poll that all groups agree on. Nothing if there is none. */
export function NewestLine() {
  const { data } = useQuery(commonGroundQuery())
  const [newest] = (data?.agree ?? []).toSorted((a, b) => b.published_at.localeCompare(a.published_at))
  if (!newest) return null
  return (
    <>
      <span className="font-semibold">Common ground:</span>{' '}
      {ofOpinions(
        newest,
        `A majority of each of ${newest.groups.length} groups chose “${newest.options[newest.option]}”.`,
      )}{' '}
      {newest.question}{' '}
      <Link to="/common-ground" className="text-link">
        See what we agree on
      </Link>
    </>
  )
}
