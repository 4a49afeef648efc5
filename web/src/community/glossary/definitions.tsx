import { Link } from '@tanstack/react-router'
import { isOn } from '@wtpu/contract/site/parts'
import { minLikesOfGroup, minVotesOfBallots, smallestGroup } from '@wtpu/contract/disclosure'
import type { ReactNode } from 'react'
import { Dialog } from '#ui/dialog/dialog.tsx'

const aboutGroups = isOn('common-ground') && (
  <Link to="/common-ground" className="inline-flex min-h-11 items-center text-link">
    About Common Ground
  </Link>
)

/** Two sentences for each word, and a link if a page says more. */
const entries = {
  'Active Members': {
    text: 'Accounts on this site that are neither blocked nor deleted. Some of them have never written.',
  },
  'Total Participants': {
    text: 'Accounts that have voted in at least one poll. Each counts once, in however many polls it voted. Counted in tens.',
  },
  'Trending Topic': {
    text: 'The category whose polls got the most votes in the last 24 hours. Without votes in that time, it is the one with the most votes ever.',
  },
  Ballot: {
    text: `One vote without a name: a number that only the voter knows, and the option. If a poll has ${minVotesOfBallots} votes or more, its ballots are published once it has closed, so that everyone can count them again.`,
  },
  Seal: {
    text: 'A signed record of all ballots of a poll, written within a minute after it has closed. Ballots that are changed later no longer fit it.',
  },
  'Self-selected': {
    text: 'People who chose to answer by themselves, instead of being drawn by chance. Their answers say nothing certain about people who did not come.',
  },
  'Contested vote': {
    text: 'A vote of Congress in which most members of one party voted yes and most members of another voted no. In all other votes, voting with the own party says little.',
  },
  'Common ground': {
    text: 'An answer that most people with an opinion chose in every group, or in every part of the line. So it is shared by people who usually disagree.',
    link: aboutGroups,
  },
  Interval: {
    text: 'The range in which a share probably lies once chance is allowed for. The fewer people answered, the wider it is.',
  },
  Group: {
    text: `People who vote alike, found from votes alone: not by party, state or anything else about them. A group has at least ${smallestGroup} people. Only you see which group you are in.`,
    link: aboutGroups,
  },
  'Valued across groups': {
    text: `People of two groups that usually vote differently liked this comment, at least ${minLikesOfGroup} in each. It is not a judgment of this site.`,
    link: aboutGroups,
  },
} satisfies Record<string, { text: string; link?: ReactNode }>

export type Entry = keyof typeof entries

export function Definition({
  name,
  open,
  onOpenChange,
}: {
  name: Entry
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { text, link }: { text: string; link?: ReactNode } = entries[name]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={name}>
      <p>{text}</p>
      {link && <p className="mt-3">{link}</p>}
    </Dialog>
  )
}
