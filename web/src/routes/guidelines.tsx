import { openWords } from '@wtpu/contract/site/parts'
import { site } from '@wtpu/contract/site/name'
import { createFileRoute, Link } from '@tanstack/react-router'
import { rules } from '@wtpu/contract/moderation/on-demand/rules'
import { PlainPage } from '#shell/coming-soon.tsx'
import { formatEmbeddedText, SiteText } from '#shell/on-demand/site-page.tsx'

export const Route = createFileRoute('/guidelines')({
  loader: ({ context: { queryClient } }) => formatEmbeddedText(queryClient, 'guidelines'),
  component: Guidelines,
})

function Guidelines() {
  const places = openWords([
    ['walls', 'on walls'],
    ['boiler-room', 'in the Boiler Room'],
    ['forums', 'in the forums'],
  ])
  return (
    <PlainPage path="/guidelines">
      <SiteText name="guidelines">
        <p>
          These rules apply everywhere on {site.name}
          {places && `: ${places}`}.
        </p>
      </SiteText>
      <p>
        Every decision of our moderators is in the public{' '}
        <Link to="/moderation/log" className="text-link">
          moderation log
        </Link>
        .
      </p>
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
              <p className="mt-1 text-base leading-relaxed">{typeof meaning === 'string' ? meaning : meaning()}</p>
            </div>
          </li>
        ))}
      </ol>
    </PlainPage>
  )
}
