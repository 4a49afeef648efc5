import { fullCount } from '@wtpu/contract/full-count'
import type { CommonGround, GroupPoll } from '@wtpu/contract/common-ground'
import { GroupMarker } from '#community/groups/group-marker.tsx'
import { divideRule, GroupShares } from '#community/groups/group-shares.tsx'
import { Term } from '#community/small/term.tsx'
import { cardClass } from '#ui/card.tsx'
import { Folded } from '#ui/on-demand/folded.tsx'
import { Distinctions } from './distinctions.tsx'
import { GroupMap } from './group-map.tsx'
import { PollLink } from './small/poll-link.tsx'
import { PollSection } from './poll-section.tsx'

export const counted = (count: number, noun: string, plural: string) =>
  `${fullCount(count)} ${count === 1 ? noun : plural}`

/** What a majority of each group chose. */
export const GroupAgreements = ({ data: { agree } }: { data: CommonGround }) => (
  <GroupPolls
    id="where-we-agree"
    title="Where we agree"
    note="In each of these polls, a majority of each group chose the same option."
    empty="No poll is common ground yet."
    polls={agree}
    optionsOf={({ option }) => [option]}
  />
)

/** What divides the groups. */
export const GroupDifferences = ({ data: { divide } }: { data: CommonGround }) => (
  <GroupPolls
    id="where-we-differ"
    title="Where we differ"
    note={`In each of these polls, two groups lead with different answers. ${divideRule}`}
    empty="No poll clearly divides the groups."
    polls={divide}
    isFolded
  />
)

/** Who the groups are. */
export function Groups({ data }: { data: CommonGround }) {
  return (
    <>
      <Folded id="groups" title={`${data.groups.length} groups`}>
        <p className="mt-2 mb-5 max-w-prose text-soft">
          <Term name="Group">Groups</Term> found in the votes of {fullCount(data.voters)} people in{' '}
          {counted(data.polls, 'poll', 'polls')}. Numbers of people are rounded down to tens.
          {data.has_gaps
            ? ' There are gaps between them: clearly fewer than half as many people are in the middle between two groups as around the center of a group.'
            : ' We found no clear gaps between them.'}
          {data.line.status === 'no_line' && ' We found no steady order of all people.'}
        </p>
        <div className="grid grid-cols-1 items-start gap-8 md:grid-cols-2">
          {data.map && <GroupMap map={data.map} groups={data.groups} />}
          <ul className="flex flex-col gap-3">
            {data.groups.map(({ id, size }) => (
              <li key={id} className={cardClass('flex items-center gap-3 p-4')}>
                <GroupMarker group={id} className="size-8 text-base" />
                <span className="text-lg tabular-nums">{fullCount(size)} people</span>
              </li>
            ))}
          </ul>
        </div>
      </Folded>
      <Folded id="traits" title="What makes each group">
        <p className="mt-2 mb-5 max-w-prose text-soft">
          The answers that a group gives far more often than the others.
        </p>
        <div className="grid grid-cols-1 gap-6 wrap-anywhere md:grid-cols-2">
          {data.groups.map(({ id, distinctions }) => (
            <div key={id} className={cardClass('p-5')}>
              <h3 className="flex items-center gap-2.5 text-xl">
                <GroupMarker group={id} /> <span aria-hidden>Group {id}</span>
              </h3>
              {distinctions.length === 0 ? (
                <p className="mt-3 text-soft">Nothing that sets it apart clearly.</p>
              ) : (
                <Distinctions list={distinctions} of={`group ${id}`} />
              )}
            </div>
          ))}
        </div>
      </Folded>
    </>
  )
}

function GroupPolls({
  optionsOf,
  ...section
}: {
  id: string
  title: string
  note: string
  empty: string
  polls: readonly GroupPoll[]
  isFolded?: boolean
  optionsOf?: (poll: GroupPoll) => number[]
}) {
  return (
    <PollSection {...section}>
      {(poll) => (
        <>
          <h3 className="mb-3 text-lg leading-snug">
            <PollLink id={poll.id}>{poll.question}</PollLink>
          </h3>
          <GroupShares poll={poll} options={optionsOf?.(poll)} />
        </>
      )}
    </PollSection>
  )
}
