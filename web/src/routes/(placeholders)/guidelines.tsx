import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/guidelines')({ component: Guidelines })

const rules = [
  ['Address the argument, not the person.', 'You can disagree strongly. Insults, threats and slurs are removed.'],
  [
    'Citizenship before partisanship.',
    'Everyone is welcome, whatever their party or vote, and no one is above criticism because of it.',
  ],
  [
    'Say what is true.',
    'Do not make up facts or quotes. Name your source when you state a fact that others may question.',
  ],
  ['One person, one voice.', 'One account per person. Do not vote, rate or post for others, and do not use bots.'],
  [
    'Keep private lives private.',
    'Officials are accountable for what they do in office. Their homes, families and health are off limits.',
  ],
  ['No violence, no hatred.', 'Accounts that call for violence, or attack people for who they are, are closed.'],
  ['Nothing for sale.', 'No advertising, no fundraising and no link spam.'],
  ['Help us keep it that way.', 'Report posts that break these rules. Moderators judge the post, not the party.'],
] as const

function Guidelines() {
  return (
    <PlainPage path="/guidelines">
      <p>These rules apply everywhere on WTPU: on walls, in the Boiler Room and in the forums.</p>
      <ol className="divide-y divide-line border-t-2 border-ink">
        {rules.map(([rule, meaning], index) => (
          <li key={rule} className="flex gap-4 py-5 sm:gap-6">
            <span
              aria-hidden
              className="w-6 shrink-0 font-serif text-2xl leading-7 font-semibold text-accent tabular-nums"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <strong className="block font-serif text-xl leading-7 text-ink">{rule}</strong>
              <p className="mt-1 text-base leading-relaxed">{meaning}</p>
            </div>
          </li>
        ))}
      </ol>
    </PlainPage>
  )
}
