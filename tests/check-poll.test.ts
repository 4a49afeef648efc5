import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { minVotesOfBallots } from '@wtpu/contract/disclosure'
import { shareText } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { checkPoll, minVotesWithBallots } from '@wtpu/contract/tally/check.mjs'
import { MerkleTree, toHex } from '@wtpu/contract/tally/merkle.mjs'
import type { ProblemKind } from '@wtpu/contract/tally/problems.mjs'
import { minVotesForPercent, notSealed } from '@wtpu/contract/tally/shown.mjs'

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RFC 6962, section 2.1, as it is written there. */
function merkleRoot(lines: string[]): Buffer {
  if (lines.length <= 1) return lines.length === 0 ? sha256('') : sha256('\0', lines[0]!)
  let split = 1
  while (split * 2 < lines.length) split *= 2
  return sha256('\u0001', merkleRoot(lines.slice(0, split)), merkleRoot(lines.slice(split)))
}

test.each([0, 1, 2, 3, 5, 1023, 1024, 1025, 3000, 4097])('computes the root of %s leaves', async (count) => {
  const lines = Array.from({ length: count }, (_, index) => `${index},1`)
  const tree = new MerkleTree(async (bytes) => new Uint8Array(sha256(Buffer.from(bytes))))
  for (const line of lines) await tree.add(line)

  expect(await tree.root()).toBe(merkleRoot(lines).toString('hex'))
})

const numberOf = (index: number) => sha256(`ballot ${index}`).toString('hex').slice(0, 32)
const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { name: publicKey.export({ format: 'jwk' }).x!, privateKey }
}
type Key = { name: string; privateKey: KeyObject }

const honestBallots = Array.from({ length: 25 }, (_, index) => `${numberOf(index)},${index < 15 ? 1 : 2}`).toSorted()

const sealedMethod = { asked_by: 'member', who_could_vote: 'members', featured_from: null }
/** As the file for reuse has it. */
function percentOf(votes: number, total: number): number | string | null {
  if (total < votesForPercent) return null
  const share = shareText(votes, total).replace('%', '')
  return /^\d+$/.test(share) ? Number(share) : share
}
const shownMethod = { ...sealedMethod, results_visible_while_voting: true }

/**
 * A server that an attacker owns, but not its keys. Each part can be changed before it is asked. With other ballots, the attacker
 * had the keys too, and sealed them.
 */
function makeSite({ ballots = [...honestBallots], seal = {} }: { ballots?: string[]; seal?: object } = {}) {
  const [first, second] = [newKey(), newKey()]
  const log: { entry: string; signature: string }[] = []
  const append = (key: Key, content: object) => {
    const previous = log.length > 0 ? sha256(log.at(-1)!.entry).toString('hex') : '0'.repeat(64)
    const entry = JSON.stringify({
      index: log.length,
      previous,
      time: '2026-11-25T00:00:00Z',
      ...content,
      key: key.name,
    })
    log.push({ entry, signature: sign(null, Buffer.from(entry), key.privateKey).toString('base64url') })
  }
  const counts = [1, 2].map((option) => ({
    option,
    votes: ballots.filter((line) => line.endsWith(`,${option}`)).length,
  }))
  const texts = sha256('["Recount?",[1,"Yes"],[2,"No"]]').toString('hex')
  append(first, { kind: 'key', public_key: first.name })
  append(first, { kind: 'seal', poll: 6, votes: 0, counts: [], root: null })
  append(first, { kind: 'key', public_key: second.name })
  const root = merkleRoot(ballots).toString('hex')
  const sealed = { votes: ballots.length, counts, texts, method: sealedMethod, reveal: 'always', root, ...seal }
  append(second, { kind: 'seal', poll: 7, ...sealed })
  append(second, { kind: 'seal', poll: 8, votes: 0, counts: [], root: null })
  const site = {
    first,
    second,
    append,
    log,
    seal: { ...log[3]! },
    key: second.name,
    size: undefined as number | undefined,
    ballots,
    question: 'Recount?',
    total: ballots.length,
    shown: counts.map(({ option, votes }) => ({ id: option, text: option === 1 ? 'Yes' : 'No', vote_count: votes })),
    /** The file for reuse. Some tests make it differ from the seal. */
    totals: { method: shownMethod } as object,
  }
  const answer = (url: string): Response => {
    const { pathname, searchParams } = new URL(url, 'https://wtpu.example')
    if (pathname === '/.well-known/wtpu-tally-key.json') return Response.json({ x: site.key })
    if (pathname === '/api/polls/7/seal.json') return Response.json(site.seal)
    const poll = { question: site.question, total_votes: site.total }
    if (pathname === '/api/polls/7/') return Response.json({ ...poll, options: site.shown })
    if (pathname === '/api/polls/7/totals.json') {
      const options = site.shown.map(({ text, vote_count: votes }) => ({
        text,
        votes,
        percent: percentOf(votes, sealed.votes),
      }))
      return Response.json({ ...poll, options, ...site.totals })
    }
    if (pathname === '/api/polls/7/ballots.csv') {
      return new Response(`number,option_id\n${site.ballots.map((line) => `${line}\n`).join('')}`)
    }
    const after = Number(searchParams.get('after'))
    if (pathname === '/api/tally-log/') {
      return Response.json({ size: site.size ?? site.log.length, entries: site.log.slice(after, after + 2) })
    }
    return new Response('', { status: 404 })
  }
  const check = (options: Partial<Parameters<typeof checkPoll>[0]> = {}) =>
    checkPoll({ poll: 7, fetch: async (url) => answer(url), ...options })
  const head = { size: 5, hash: sha256(log[4]!.entry).toString('hex') }
  return Object.assign(site, { answer, check, head })
}
type Site = ReturnType<typeof makeSite>

/** Writes an entry again, with the signature that it had. */
function rewrite(site: Site, index: number, change: (facts: { counts: { votes: number }[] }) => object): void {
  const { entry, signature } = site.log[index]!
  site.log[index] = { entry: JSON.stringify({ ...JSON.parse(entry), ...change(JSON.parse(entry)) }), signature }
}

test('finds nothing wrong with a result that is right, and finds a ballot', async () => {
  const site = makeSite()
  const progress: number[] = []

  const report = await site.check({
    seen: site.head,
    number: ` ${numberOf(20).toUpperCase()} `,
    onProgress: (done) => progress.push(done),
  })

  expect(report).toMatchObject({ problems: [], hasBallots: true, hasTexts: true, hasSignatures: true, own: 2 })
  expect(report?.head).toEqual(site.head)
  expect([minVotesWithBallots, minVotesForPercent]).toEqual([minVotesOfBallots, votesForPercent])
  expect(report?.seal).toMatchObject({ poll: 7, votes: 25, counts: [{ votes: 15 }, { votes: 10 }] })
  expect(await site.check({ number: 'f'.repeat(32) })).toMatchObject({ problems: [], own: null })
  expect(await site.check({ poll: 9 })).toBeUndefined()
})

const attacks: [name: string, found: ProblemKind[], attack: (site: Site) => unknown][] = [
  [
    'changes a ballot',
    ['changed_ballot'],
    ({ ballots }) => (ballots[3] = `${ballots[3]!.slice(0, 33)}${ballots[3]!.endsWith('1') ? 2 : 1}`),
  ],
  [
    'changes a ballot to an unknown option',
    ['changed_ballot'],
    ({ ballots }) => (ballots[3] = `${ballots[3]!.slice(0, 33)}9`),
  ],
  ['replaces a ballot', ['changed_ballot'], ({ ballots }) => ballots.splice(24, 1, `${'f'.repeat(32)},1`)],
  ['orders ballots in another way', ['changed_ballot'], (site) => (site.ballots = site.ballots.toReversed())],
  ['adds a ballot', ['added_ballot'], ({ ballots }) => ballots.push(`${'f'.repeat(32)},1`)],
  ['drops a ballot', ['missing_ballot'], ({ ballots }) => ballots.splice(10, 1)],
  ['drops all ballots', ['missing_ballot'], ({ ballots }) => ballots.splice(0)],
  ['doubles a ballot', ['doubled_ballot'], ({ ballots }) => ballots.splice(10, 0, ballots[10]!)],
  [
    'doubles a ballot in place of another',
    ['doubled_ballot', 'missing_ballot'],
    ({ ballots }) => (ballots[11] = ballots[10]!),
  ],
  ['shows another count', ['changed_count'], ({ shown }) => (shown[0]!.vote_count = 16)],
  ['hides an option', ['changed_count', 'changed_text'], ({ shown }) => shown.splice(1)],
  [
    'shows an option that was not sealed',
    ['changed_count', 'changed_text'],
    ({ shown }) => shown.push({ id: 3, text: '', vote_count: 0 }),
  ],
  ['shows an option twice', ['changed_count', 'changed_text'], ({ shown }) => shown.push(shown[0]!)],
  ['shows another total', ['changed_count'], (site) => (site.total = 26)],
  ['shows another total for reuse', ['changed_count'], (site) => (site.totals = { total_votes: 26 })],
  [
    'shows other options for reuse',
    ['changed_count', 'changed_text'],
    (site) => (site.totals = { options: [{ text: 'Yes', votes: 15 }] }),
  ],
  [
    'exchanges the texts of options',
    ['changed_text'],
    ({ shown: [yes, no] }) => ([yes!.text, no!.text] = [no!.text, yes!.text]),
  ],
  [
    'shows options in another order',
    ['changed_text', 'changed_count'],
    (site) => (site.shown = site.shown.toReversed()),
  ],
  ['changes the question', ['changed_text'], (site) => (site.question = 'Recount it?')],
  [
    'changes who asked',
    ['changed_method'],
    (site) => (site.totals = { method: { ...shownMethod, asked_by: 'staff' } }),
  ],
  ['changes the question for reuse', ['changed_text'], (site) => (site.totals = { question: 'No?' })],
  ...[61, 60.4, '60', '>99', null].map((percent): (typeof attacks)[number] => [
    `shows ${percent} % where it is 60`,
    ['changed_count'],
    (site) => {
      const options = site.shown.map(({ text, vote_count: votes }) => ({ text, votes, percent: votes * 4 }))
      site.totals = { options: options.map((option) => ({ ...option, percent: option.percent === 60 ? percent : 40 })) }
    },
  ]),
  [
    'says that the results were hidden',
    ['changed_method'],
    (site) => (site.totals = { method: { ...shownMethod, results_visible_while_voting: false } }),
  ],
  [
    'says that it closed after it was sealed',
    ['changed_method'],
    (site) => (site.totals = { closes_at: '2026-11-25T00:00:01Z' }),
  ],
  ['says that it is open', ['changed_method'], (site) => (site.totals = { is_closed: false })],
  [
    'changes a count in the seal and in the log',
    ['replaced_entry', 'wrong_signature', 'changed_count'],
    (site) => {
      rewrite(site, 3, ({ counts }) => ({
        counts: [
          { ...counts[0], votes: 16 },
          { ...counts[1], votes: 9 },
        ],
      }))
      site.seal = { ...site.log[3]! }
      site.shown[0]!.vote_count = 16
      site.shown[1]!.vote_count = 9
    },
  ],
  [
    'changes a count in the seal only',
    ['replaced_entry', 'changed_count'],
    (site) => (site.seal.entry = site.seal.entry.replace('"votes":15', '"votes":14')),
  ],
  ['replaces an entry', ['wrong_signature', 'replaced_entry'], (site) => rewrite(site, 1, () => ({ votes: 5 }))],
  ['takes an entry out', ['replaced_entry', 'log_cut_short'], ({ log }) => log.splice(1, 1)],
  [
    'adds a second seal of the poll',
    ['replaced_entry'],
    (site) => site.append(site.second, { kind: 'seal', poll: 7, counts: [] }),
  ],
  [
    'writes the whole log again with keys of its own',
    ['replaced_entry'],
    (site) => {
      const other = makeSite()
      Object.assign(site, { log: other.log, seal: other.seal, key: other.key })
    },
  ],
  ['signs with an earlier key', ['wrong_signature'], (site) => site.append(site.first, { kind: 'seal', poll: 9 })],
  ['signs with no key', ['wrong_signature'], ({ log }) => (log[4]!.signature = log[3]!.signature)],
  ['sends a broken signature', ['wrong_signature'], ({ log }) => (log[4]!.signature = '%')],
  ['publishes another key', ['wrong_signature'], (site) => (site.key = site.first.name)],
  ['cuts the end of the log', ['log_cut_short'], ({ log }) => log.splice(4)],
  ['stops in the middle of the log', ['log_cut_short'], (site) => Object.assign(site, { size: 9 })],
  ['cuts the seal and the key off the log', ['log_cut_short', 'wrong_signature'], ({ log }) => log.splice(2)],
]

test.each(attacks)('names what an attacker did who %s', async (_name, found, attack) => {
  const site = makeSite()
  attack(site)

  const report = await site.check({ seen: site.head })

  expect(report?.problems.map(({ kind }) => kind).toSorted()).toEqual(found.toSorted())
})

const withLine = (line: string) => [...honestBallots, line].toSorted()
const sealed: [name: string, found: ProblemKind[], site: Parameters<typeof makeSite>[0]][] = [
  ['every ballot twice', ['doubled_ballot'], { ballots: honestBallots.flatMap((line) => [line, line]) }],
  [
    'all ballots twice, in another order',
    ['changed_ballot', 'doubled_ballot'],
    { ballots: [...honestBallots, ...honestBallots] },
  ],
  ['a number with two options', ['doubled_ballot'], { ballots: withLine(`${numberOf(3)},2`) }],
  ['ballots in another order', ['changed_ballot'], { ballots: honestBallots.toReversed() }],
  ['a line that is no ballot', ['changed_ballot', 'changed_count'], { ballots: withLine('f'.repeat(32)) }],
  ['an empty line', ['changed_ballot', 'changed_count'], { ballots: ['', ...honestBallots] }],
  ['a number in capitals', ['changed_ballot'], { ballots: withLine(`${'F'.repeat(32)},1`) }],
  [
    'an option that is none of the poll',
    ['changed_ballot', 'changed_count'],
    { ballots: withLine(`${'f'.repeat(32)},9`) },
  ],
  [
    'other counts',
    ['changed_count'],
    {
      seal: {
        counts: [
          { option: 1, votes: 14 },
          { option: 2, votes: 11 },
        ],
      },
    },
  ],
  ['another total', ['changed_count'], { seal: { votes: 26 } }],
  [
    'too few options',
    ['changed_ballot', 'changed_count', 'changed_text'],
    { seal: { counts: [{ option: 1, votes: 25 }] } },
  ],
  ['no ballots', ['missing_ballot'], { seal: { root: null } }],
  ['results that were hidden, which the site denies', ['changed_method'], { seal: { reveal: 'at_close' } }],
  ['invited people whom the site does not show', ['changed_method'], { seal: { eligible: 30 } }],
  ['votes on paper that the site does not show', ['changed_method'], { seal: { eligible: null, paper: 3 } }],
]

test.each(sealed)('names what is wrong with a seal of %s', async (_name, found, site) => {
  const report = await makeSite(site).check()

  expect(report?.problems.map(({ kind }) => kind).toSorted()).toEqual(found.toSorted())
})

test('counts findings beyond the first ones, and quotes nothing that the server sent', async () => {
  const ballots = Array.from({ length: 25 }, (_, index) => `\u001B[2K${index}`)
  const report = await makeSite({ ballots }).check()

  expect(report?.problems[0]).toMatchObject({
    kind: 'changed_ballot',
    detail: expect.stringMatching(/^Line 2 is.* more\.$/),
  })
  expect(JSON.stringify(report?.problems)).not.toContain('u001b')
})

test('an earlier seal, without the hash of the texts and how the poll was taken, stays valid and says so', async () => {
  const site = makeSite({ seal: { texts: undefined, method: undefined } })
  site.totals = { method: { asked_by: 'staff' } }
  site.question = 'Another?'

  expect(await site.check()).toMatchObject({ problems: [], hasTexts: false, hasMethod: false })
})

test.each([
  { votes: '\u001B[2K25' },
  { time: '2026\u202E' },
  { counts: [{ option: 1 }] },
  { root: 'abc' },
  { texts: 5 },
])('does not read a seal with %j', async (seal) => {
  await expect(makeSite({ seal }).check()).rejects.toThrow('The seal cannot be read.')
})

test('does not take a seal of another poll', async () => {
  const site = makeSite()
  site.seal = { ...site.log[4]! }

  expect((await site.check())?.problems).toMatchObject([{ kind: 'replaced_entry' }, { kind: 'changed_count' }])
})

test('says if the browser cannot check signatures', async () => {
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValueOnce(new DOMException('', 'NotSupportedError'))

  expect(await makeSite().check()).toMatchObject({ problems: [], hasSignatures: false })
})

test('fails if the server does not answer', async () => {
  const site = makeSite()

  await expect(site.check({ fetch: async () => new Response('', { status: 503 }) })).rejects.toThrow('status 503')
  expect(toHex(new Uint8Array([0, 255]))).toBe('00ff')
})

/** What the script prints about a poll of this server. */
async function runScript(answer: (url: string) => Response): Promise<string> {
  const server = createServer(async (request, response) => {
    const { status, body } = { status: answer(request.url ?? '').status, body: await answer(request.url ?? '').text() }
    response.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const script = path.join(import.meta.dirname, '../scripts/check-poll.mjs')
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [script, `http://127.0.0.1:${port}/polls/7`], (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    )
  })
  server.close()
  return output
}

// Moves the cursor up and erases lines, turns text around, and begins a line that the script prints if all is right.
const hostile = '\u001B[1A\u001B[2K\u009B2K\u0090q\u202E\u2066\u200F\r\n\u2028  All right\u0007\u007F'

test('the script says what it could not compare, unless the poll is not shown', async () => {
  const site = makeSite()
  const isHidden = (url: string) => /^\/api\/polls\/7\/(totals\.json)?$/.test(url)

  expect(await runScript((url) => site.answer(url))).toContain(`fit together.\n  ${notSealed}\n`)
  expect(
    await runScript((url) => (isHidden(url) ? new Response('', { status: 404 }) : site.answer(url))),
  ).not.toContain(notSealed)
})

test.each([
  [0, 400, 0],
  [1, 400, '<1'],
  [399, 400, '>99'],
  [400, 400, 100],
  [1, 19, null],
  [2, 400, 1],
])('%s of %s votes are shown as %s percent, and not as another number', async (votes, total, percent) => {
  const ballots = Array.from({ length: total }, (_, index) => `${numberOf(index)},${index < votes ? 1 : 2}`).toSorted()
  const site = makeSite({ ballots })
  const show = (first: unknown) =>
    Object.assign(site, {
      totals: {
        options: [
          { text: 'Yes', votes, percent: first },
          { text: 'No', votes: total - votes, percent: percentOf(total - votes, total) },
        ],
      },
    }).check()

  expect((await show(percent))?.problems).toEqual([])
  for (const wrong of [0, '<1', '>99', 100, null, 2].filter((one) => one !== percent))
    expect([wrong, (await show(wrong))?.problems.map(({ kind }) => kind)]).toEqual([wrong, ['changed_count']])
})

test('the script prints nothing of a server that hides text or begins a line', async () => {
  const site = makeSite()
  site.question = hostile
  for (const option of site.shown) option.text = hostile
  const outputs = [
    await runScript((url) => site.answer(url)),
    await runScript(() => new Response(hostile)),
    await runScript((url) => (url.includes('seal') ? Response.json({ entry: hostile }) : site.answer(url))),
  ]

  expect(outputs[0]).toContain('\n  WRONG: The question or an option was changed')
  for (const output of outputs) expect(output).not.toMatch(/^ *All right|[^\n\P{C}]|[\p{Zl}\p{Zp}]/mu)
})
