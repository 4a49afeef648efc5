import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Code that prints a share of votes, ratings, cases or roll calls. */
const printsShare = /shareText\(|resultText\(|[^a-zA-Z]percentage\(|\$?\{[^{}]*\}%[^_`\\]/

/** Each of these files, and where its shares are printed with n, base and date: a file, and what in it says so. */
const places: Record<string, [files: string | string[], says: RegExp]> = {
  'contract/src/site/public-heads.ts': ['contract/src/site/public-heads.ts', /sampleSentence\(/],
  'server/src/features/polls/results.ts': ['server/src/features/polls/results.ts', /methodRows\(totals\)/],
  'server/src/notifications/digest.ts': ['server/src/notifications/digest.ts', /sampleSentence\(/],
  'server/src/notifications/list.ts': ['server/src/notifications/list.ts', /not a sample of the public/],
  'server/src/site/embed/routes.ts': ['server/src/site/embed/routes.ts', /method\.sentence/],
  'server/src/site/feeds.ts': ['server/src/site/feeds.ts', /sampleSentence\(/],
  'server/src/site/share/drawing/draw.ts': [
    'server/src/site/share/find-share-image.ts',
    /sampleSentence\((.|\n)*ratingSentence\(/,
  ],
  'web/src/community/groups/group-shares.tsx': [
    'web/src/community/groups/group-shares.tsx',
    /of \{fullCount\(voters\)\}/,
  ],
  'web/src/community/line/line-answers.tsx': ['web/src/community/line/line-answers.tsx', /of \{fullCount\(fewest\)\}/],
  'web/src/community/line/line-curve.tsx': ['web/src/features/common-ground/line-results.tsx', /not a sample/],
  'web/src/community/line/question-curve.tsx': ['web/src/community/line/question-curve.tsx', /fullCount\(voters\)/],
  'web/src/features/common-ground/distinctions.tsx': ['web/src/features/common-ground/method.tsx', /not a sample/],
  'web/src/features/common-ground/method.tsx': ['web/src/features/common-ground/method.tsx', /not a sample/],
  'web/src/features/moderation/figures-page.tsx': [
    'web/src/features/moderation/figures-page.tsx',
    /counted_at(.|\n)* of \$\{count\(cases\)\}/,
  ],
  'web/src/features/politicians/agreement.tsx': ['web/src/features/politicians/agreement.tsx', /of \{common\}/],
  'web/src/features/politicians/directory/politician-card.tsx': [
    'web/src/features/politicians/directory/politician-card.tsx',
    /totalText\(total\)/,
  ],
  'web/src/features/politicians/profile/rating-history.tsx': [
    'web/src/features/politicians/profile/rating-history.tsx',
    /of \$\{fullCount\(total\)\} ratings/,
  ],
  'web/src/features/politicians/profile/rating-ticker.tsx': [
    'web/src/features/politicians/profile/rating-ticker.tsx',
    /ratingSentence\(/,
  ],
  'web/src/features/politicians/rules.ts': ['web/src/features/politicians/rules.ts', /total/],
  'web/src/features/politicians/ticker/ticker-items.ts': [
    'web/src/features/politicians/ticker/ticker-items.ts',
    /% of \$\{ratingsText\(total\)\}/,
  ],
  'web/src/features/polls/card/poll-option-row.tsx': [
    [
      'web/src/features/polls/card/poll-card.tsx',
      'web/src/features/polls/featured/featured-polls.tsx',
      'web/src/features/polls/live-poll/live-poll.tsx',
    ],
    /not a sample/,
  ],
  'web/src/features/polls/results/charts/result-bars.tsx': [
    'web/src/features/polls/results/poll-results.tsx',
    /sampleSentence\(/,
  ],
  'web/src/features/polls/results/dashboard/results-dashboard.tsx': [
    'web/src/features/polls/results/dashboard/results-dashboard.tsx',
    /not a sample/,
  ],
}

/** No shares of people: the functions themselves, and the progress of an upload. */
const others = new Set([
  'contract/src/polls/shares.ts',
  'web/src/lib/format.ts',
  'web/src/features/boiler-room/composer/media-picker.tsx',
])

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

test('every share that is printed has its number, base and date beside it, and is in this table', () => {
  const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: new URL('..', import.meta.url) })
    .filter((file) => !/\.test\.tsx?$|\/(demo|testing)\/|fixtures/.test(file))
    .filter((file) => printsShare.test(read(file)) && !others.has(file))

  expect(files.toSorted()).toEqual(Object.keys(places).toSorted())
  for (const [carriers, says] of Object.values(places))
    for (const file of [carriers].flat()) expect(read(file), file).toMatch(says)
})
