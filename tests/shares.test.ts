import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedDemo } from '#server/demo/demo.ts'
import { runCommonGround } from '#server/features/common-ground/run.ts'
import { sealClosedPolls } from '#server/features/tally/seal.ts'
import { importOfficials } from '#server/imports/officials.ts'
import { importRollCalls } from '#server/imports/roll-calls/import-roll-calls.ts'
import { writeDigest } from '#server/notifications/digest.ts'
import { findNotifications } from '#server/notifications/list.ts'
import { writeMail } from '#server/notifications/mails.ts'
import { payloadOf } from '#server/notifications/push.ts'
import { findPoliticianImage, findPollImage, findRollCallImage } from '#server/site/share/find-share-image.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { temporaryFolder } from '#server/testing/temporary-folder.ts'

/** Code that prints a share of votes, ratings, cases or roll calls. */
const printsShare = /shareText\(|resultText\(|[^a-zA-Z]percentage\(|\$?\{[^{}]*\}%[^_`\\]/

/** Each of these files, and where its shares are printed with n, base and date: a file, and what in it says so. */
const places: Record<string, [files: string | string[], says: RegExp]> = {
  'contract/src/polls/on-demand/bound.ts': [
    'contract/src/polls/on-demand/bound.ts',
    /\$\{groupDigits\(most\)\} of \$\{groupDigits\(total\)\}/,
  ],
  'contract/src/polls/on-demand/method-rows.ts': [
    'contract/src/polls/on-demand/method-rows.ts',
    /Of \$\{groupDigits\(votes\)\} votes/,
  ],
  // A row of the method, whose other rows have the date.
  'contract/src/polls/on-demand/wording-effect.ts': [
    'contract/src/polls/on-demand/wording-effect.ts',
    /\$\{voteCount\(n\)\}: \$\{shares/,
  ],
  'contract/src/site/on-demand/public-heads.ts': ['contract/src/site/on-demand/public-heads.ts', /sampleSentence\(/],
  'server/src/features/polls/results.ts': ['server/src/features/polls/results.ts', /methodRows\(totals\)/],
  'server/src/notifications/digest.ts': ['server/src/notifications/digest.ts', /sampleSentence\(/],
  'server/src/notifications/list.ts': ['server/src/notifications/list.ts', /not a sample of the public/],
  'server/src/site/embed/page.ts': ['server/src/site/embed/page.ts', /method\.sentence/],
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
  'web/src/community/line/line-curve.tsx': ['web/src/features/common-ground/common-ground-page.tsx', /not a sample/],
  'web/src/community/line/question-curve.tsx': ['web/src/community/line/question-curve.tsx', /fullCount\(voters\)/],
  'web/src/features/common-ground/distinctions.tsx': ['web/src/features/common-ground/method.tsx', /not a sample/],
  'web/src/features/common-ground/method.tsx': ['web/src/features/common-ground/method.tsx', /not a sample/],
  'web/src/features/moderation/figures-page.tsx': [
    'web/src/features/moderation/figures-page.tsx',
    /counted_at(.|\n)* of \$\{fullCount\(cases\)\}/,
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
  'web/src/features/polls/core/poll-option-row.tsx': [
    [
      'web/src/features/polls/card/poll-card.tsx',
      'web/src/features/polls/featured/featured-polls.tsx',
      'web/src/features/polls/live-poll/live-poll.tsx',
    ],
    /not a sample/,
  ],
  'web/src/features/polls/results/charts/results-by-group.tsx': [
    'web/src/features/polls/results/charts/results-by-group.tsx',
    /title: 'Answered', count: true/,
  ],
  'web/src/features/polls/results/charts/result-bars.tsx': [
    ['web/src/features/polls/results/poll-results.tsx', 'web/src/features/polls/results/results-page.tsx'],
    /sampleText\(/,
  ],
  'web/src/features/polls/results/charts/votes-over-time.tsx': [
    ['web/src/features/polls/results/poll-results.tsx', 'web/src/features/polls/results/results-page.tsx'],
    /sampleText\(/,
  ],
  'web/src/features/polls/results/dashboard/results-dashboard.tsx': [
    'web/src/features/polls/results/dashboard/results-dashboard.tsx',
    /not a sample/,
  ],
}

/** No shares of people: the functions themselves, and the progress of an upload. */
const others = new Set([
  'contract/src/polls/on-demand/shares.ts',
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

const people = /\b[\d,]+ (people|members|votes|ratings)\b/
const date = /\b20\d\d\b/
const sentence = /not a sample of the public/
const counted = /"(counted|computed)_at":"20/

interface Place {
  /** Beside each percentage: its number, date and sentence. Calls that only pages use have fields; the pages have the sentence. */
  says: RegExp[]
  /** Where the text is divided, so that each part says it. */
  parts?: string
  /** On a site of sample data. None where one's own answers are compared with public records. */
  sample?: RegExp
}

/** Each image, file, feed, embed, page and call that has shares, and each file of votes. */
const outputs: Record<string, Place> = {
  '/share/polls/:file': { says: [people, date, sentence], sample: /"isSample":true/ },
  '/share/politicians/:file': { says: [people, date, sentence], sample: /"isSample":true/ },
  '/share/roll-calls/:file': { says: [/"yeas":\d+/, date], sample: /\(sample data\)/ },
  '/feeds/polls.atom': { says: [people, date, sentence], parts: '<entry>', sample: /Made up for this demo\./ },
  '/feeds/politicians/:file': { says: [people, date, sentence], parts: '<entry>', sample: /Made up for this demo\./ },
  '/embed/polls/:id': { says: [people, date, sentence], sample: /Made up for this demo/ },
  '/polls/$pollId': { says: [people, date, sentence] },
  '/results/$pollId': { says: [people, date, sentence] },
  '/api/polls/:id/totals.json': { says: [/"total_votes":\d/, counted, sentence], sample: /"is_sample":true/ },
  '/api/polls/:id/totals.csv': { says: [people, date, sentence], sample: /Made up for this demo,/ },
  '/api/polls/:id/results/': { says: [/"total_votes":\d/], sample: /"is_sample":true/ },
  '/api/polls/:id/ballots.csv': { says: [], sample: /ballots-sample-data\.csv/ },
  '/api/polls/:id/seal.json': { says: [], sample: /"is_sample":true/ },
  '/api/polls/:id/groups/': { says: [/"voters":\d/, counted], sample: /"is_sample":true/ },
  '/api/common-ground/': { says: [/"voters":\d/, counted], sample: /"is_sample":true/ },
  '/api/common-ground/mine/': { says: [/"voters":\d/] },
  '/api/common-ground/polls.csv': { says: [/Voters,/, /Counted,20/, sentence], sample: /Made up for this demo,/ },
  '/api/common-ground/line.csv': { says: [/Voters,/, /Counted,20/, sentence], sample: /Made up for this demo,/ },
  '/api/notifications/': { says: [people, /"created_at":"20/, sentence] },
  '/api/moderation/figures/': { says: [/"cases":\d/, counted] },
  '/api/politicians/:id/agreement/': { says: [/"common":\d/, /"date":"20/] },
  '/api/politicians/mine/': { says: [/"common":\d/] },
  '/api/roll-calls/:id/votes.json': { says: [/"yeas":\d/, /"date":"20/], sample: /"name":"Made up for this demo"/ },
  '/api/roll-calls/:id/votes.csv': { says: [date], sample: /Invented for this demonstration/ },
  digest: { says: [people, date, sentence], parts: '\n' },
  mails: { says: [people, date, sentence] },
  pushes: { says: [people, /"timestamp":1/, sentence] },
}

/** A percentage, or a field or column of them. Styles have some too. */
const percentage = /\b\d{1,3}%(?!;)|"percents?":(?!null)|"share":|\bPercent\b/

async function startSite() {
  const index = temporaryFolder({ 'index.html': '<html data-gate="__GATE__"><head><!--head--></head></html>' })
  const routes = new Set<string>(pages.map((page) => page.path))
  const t = await startTestApp({}, index.at(), undefined, undefined, ({ method, url }) => {
    if ([method].flat().includes('GET') && !/^\/api\/(live|docs)\/|\*/.test(url)) routes.add(url)
  })
  return Object.assign(t, { routes: [...routes] })
}
type Site = Awaited<ReturnType<typeof startSite>>
interface Subjects {
  viewer: number
  poll: number
  politician: number
  rollCall: number
}

/** What every place says, also what images show and what is mailed. */
async function readAll(t: Site, { viewer, poll, politician, rollCall }: Subjects): Promise<Map<string, string>> {
  const authorization = await t.as({ id: viewer }).authorization()
  const images: Record<string, object | undefined> = {
    '/share/polls/:file': await findPollImage(t.db, poll, t.config),
    '/share/politicians/:file': await findPoliticianImage(t.db, politician, t.config),
    '/share/roll-calls/:file': await findRollCallImage(t.db, rollCall, t.config),
  }
  const said = new Map<string, string>()
  for (const route of t.routes) {
    const id = /polls|results/.test(route) ? poll : /roll-calls/.test(route) ? rollCall : politician
    const file = `${id}.${route.startsWith('/share') ? 'png' : 'atom'}`
    const url = route.replace(/[:$]file/, file).replace(/[:$]\w+/g, String(id))
    const { body, headers, statusCode } = await t.app.inject({ url, headers: { authorization } })
    if (outputs[route]) expect([route, statusCode]).toEqual([route, 200])
    if (images[route]) expect(headers['content-type']).toBe('image/png')
    const text = headers['content-type'] === 'image/png' ? JSON.stringify(images[route] ?? {}) : body
    said.set(route, `${headers['content-disposition'] ?? ''} ${text}`)
  }
  await t.db.execute(sql`update users set newsletter = true where id = ${viewer}`)
  said.set('digest', (await writeDigest(t.db, t.app, viewer))?.text ?? '')
  const { results } = await findNotifications(t.db, { userId: viewer })
  said.set('pushes', results.map(payloadOf).join('\0'))
  await t.db.execute(sql`update notifications set read_at = null where user_id = ${viewer}`)
  const mails = results.map(({ id, kind }) => writeMail(t.db, t.config, { userId: viewer, kind, ids: [id] }))
  const markup = /<style.*?<\/style>|<[^>]*>/gs
  const texts = (await Promise.all(mails)).flatMap((mail) =>
    mail ? [mail.text, mail.html.replaceAll(markup, ' ')] : [],
  )
  said.set('mails', texts.join('\0'))
  return said
}

/** The places of the table that have shares. */
function expectExplained(said: Map<string, string>, isSample: boolean): string[] {
  const found: string[] = []
  for (const [place, text] of said) {
    const known = outputs[place]
    if (known?.sample) expect.soft(known.sample.test(text), `${place} is marked as sample data`).toBe(isSample)
    const shares = text.split(known?.parts ?? '\0').filter((part) => percentage.test(part))
    const isImage = place.startsWith('/share/') && known !== undefined
    if (shares.length === 0 && !isImage) continue
    expect
      .soft(known, `${place} has a share, and is not in the table: ${shares[0]?.match(/.{0,80}%/)?.[0]}`)
      .toBeDefined()
    for (const part of isImage ? [text] : shares)
      for (const says of known?.says ?? []) expect.soft(part, place).toMatch(says)
    found.push(place)
  }
  return found
}

/** Files of votes and counts, which must be marked too. */
const withoutShares = [
  ...['results/', 'ballots.csv', 'seal.json'].map((name) => `/api/polls/:id/${name}`),
  ...['json', 'csv'].map((name) => `/api/roll-calls/:id/votes.${name}`),
]
/** In the demo, no one has answered twenty polls that are tied to a vote, and no poll about an official has closed. */
const withSharesOfReal = ['/api/politicians/:id/agreement/', '/api/politicians/mine/', '/feeds/politicians/:file']

test('every place with a share says its number, date and sentence, and that the demo is sample data', async () => {
  await using t = await startSite()
  await seedDemo(t.db)
  await runCommonGround(t.db)
  await sealClosedPolls(t.db, t.app.keys)
  const { rows } = await t.db.execute<{ viewer: number; poll: number; politician: number }>(sql`select
    (select id from users order by id limit 1) as viewer,
    (select p.id from polls p join common_ground_polls on poll_id = p.id where closes_at < now() order by p.id limit 1) as poll,
    (select politician_id from polls join poll_totals on poll_id = id where politician_id is not null and is_visible
      order by closes_at < now() desc, total_votes desc limit 1) as politician`)
  const subjects = { ...rows[0]!, rollCall: 1 }
  await t.db.execute(sql`update users set role = 'admin' where id = ${subjects.viewer}`)

  const found = expectExplained(await readAll(t, subjects), true)

  const expected = Object.keys(outputs).filter((place) => ![...withoutShares, ...withSharesOfReal].includes(place))
  expect(found.toSorted()).toEqual(expected.toSorted())
})

const data = path.resolve(import.meta.dirname, '../../shared/data')
const present = existsSync(path.join(data, 'voteview'))
if (!present) console.log(`Skipping the test of shares of real officials: ${data}/voteview does not exist.`)

test.skipIf(!present)('the same holds for real officials, which are no sample data', async () => {
  await using t = await startSite()
  const senate = (kind: string) => [path.join(data, 'voteview', `S119_${kind}.csv`)]
  await importOfficials(
    t.db,
    { congress: path.join(data, 'legislators-current.yaml') },
    { now: new Date('2026-06-15') },
  )
  await importRollCalls(t.db, { members: senate('members'), rollCalls: senate('rollcalls'), votes: senate('votes') })
  const viewer = await t.make.user({ role: 'admin', email_verified_at: new Date(), created_at: new Date('2026-01-01') })
  const { rows } = await t.db.execute<{ politician: number; call: number }>(sql`
    select m.politician_id as politician, p.roll_call_id as call from roll_call_positions p
      join roll_call_members m on m.id = p.member_id join roll_calls r on r.id = p.roll_call_id
    where m.politician_id = (select min(politician_id) from roll_call_members) and p.position in ('yea', 'nay')
      and r.question = 'On the Nomination' order by r.id limit 20`)
  const closes = new Date(Date.now() - 3_600_000)
  const politician = { id: rows[0]!.politician }
  await t.db.execute(
    sql`update users set state = (select state from politicians where id = ${politician.id}) where id = ${viewer.id}`,
  )
  const made = []
  for (const { call } of rows) {
    const poll = await t.make.poll({ politician: politician.id, closes_at: closes })
    await t.db.execute(sql`insert into poll_roll_calls (poll_id, roll_call_id, yea_option_id, nay_option_id)
      values (${poll.id}, ${call}, ${poll.options[0]!.id}, ${poll.options[1]!.id})`)
    await t.make.vote({ poll, user: viewer })
    made.push(poll)
  }
  for (let person = 0; person < 25; person++) {
    const user = await t.make.user()
    await t.make.vote({ poll: made[0]!, user, option: person % 2 })
    await t.make.rating({ politician, user, type: person % 3 === 0 ? 'bad' : 'good' })
  }
  await t.db.execute(sql`update poll_votes set created_at = now() - interval '2 hours'`)
  await sealClosedPolls(t.db, t.app.keys)
  await runCommonGround(t.db)
  await t.db.execute(sql`insert into inboxes (user_id) values (${viewer.id}) on conflict do nothing`)

  const found = expectExplained(
    await readAll(t, { viewer: viewer.id, poll: made[0]!.id, politician: politician.id, rollCall: rows[0]!.call }),
    false,
  )

  expect(found).toEqual(expect.arrayContaining([...withSharesOfReal, '/share/politicians/:file', 'digest']))
})
