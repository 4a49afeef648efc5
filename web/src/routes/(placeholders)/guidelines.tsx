import { createFileRoute } from '@tanstack/react-router'
import { PlainPage } from '#shell/coming-soon.tsx'

export const Route = createFileRoute('/(placeholders)/guidelines')({ component: Guidelines })

const rules = [
  [
    'Speak to the argument, not to the person.',
    'Disagree as sharply as you like; insults, threats and slurs are removed.',
  ],
  [
    'Citizenship before partisanship.',
    'Nobody is unwelcome here for their party or their vote, and nobody is above criticism for it.',
  ],
  ['Say what is true.', 'Do not invent facts or quotations. Name your source when you state a fact others may doubt.'],
  ['One person, one voice.', 'One account each. Do not vote, rate or post in the name of others, or by machine.'],
  [
    'Keep private lives private.',
    'Officials answer for what they do in office. Home addresses, families and health are off limits.',
  ],
  ['No violence, no hatred.', 'Calls for violence and contempt for people because of what they are end a membership.'],
  ['Nothing for sale.', 'No advertising, no fundraising, no links posted again and again.'],
  ['Help keep it so.', 'Report what breaks these rules; moderators look at the post, not at the party.'],
] as const

function Guidelines() {
  return (
    <PlainPage path="/guidelines">
      <p>These rules hold everywhere on WTPU: on walls, in the Boiler Room and in the forums.</p>
      <ol className="space-y-4">
        {rules.map(([rule, meaning]) => (
          <li key={rule}>
            <strong className="block font-serif text-xl text-ink">{rule}</strong>
            {meaning}
          </li>
        ))}
      </ol>
    </PlainPage>
  )
}
