// Recounts a closed poll from outside. Needs Node 20 or newer, and no packages.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { checkPoll } from '../contract/src/tally/check.mjs'
import { problemTexts } from '../contract/src/tally/problems.mjs'
import { notSealed } from '../contract/src/tally/shown.mjs'

const usage = `node scripts/check-poll.mjs URL [--ballot NUMBER] [--seen FILE] [--wording VOTER:HASH]

  URL       of a poll: https://wtpu.example/polls/7
  --ballot  looks for this ballot
  --wording checks that this wording was drawn for you: the numbers of your receipt
  --seen    remembers the tally log in this file, to notice if it is cut short or replaced between two checks

Exits with 0 if everything is right, 1 if something is wrong, 2 if the poll cannot be checked.`

try {
  process.exitCode = await main()
} catch (error) {
  print(console.error, error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : String(error))
  process.exitCode = 2
}

/**
 * The only way out for what a server sent. A line stays one line, without what hides or turns text in a terminal.
 * @param {(line: string) => void} write
 * @param {string} line
 */
function print(write, line) {
  write(stripVTControlCharacters(line).replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, ''))
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { ballot: { type: 'string' }, seen: { type: 'string' }, wording: { type: 'string' } },
    allowPositionals: true,
  })
  const [, origin = '', id] = /^(https?:\/\/[^/]+)\/(?:api\/)?polls\/(\d+)\b/.exec(positionals[0] ?? '') ?? []
  const receipt = /^(-?\d+):([0-9a-f]{64})$/.exec(values.wording ?? '')
  if (!id || (values.wording !== undefined && !receipt)) {
    console.error(usage)
    return 2
  }
  const file = values.seen
  const seen = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const report = await checkPoll({
    poll: Number(id),
    fetch: (path) => fetch(origin + path),
    number: values.ballot,
    ...(receipt && { receipt: { voter: Number(receipt[1]), keyHash: receipt[2] ?? '' } }),
    seen: seen[origin],
    onProgress: (done, all) => process.stderr.write(`\r  ${done} of ${all} ballots`),
  })
  if (!report) throw new Error(`Poll ${id} is not sealed. It is open, or it closed less than a minute ago.`)
  if (file && report.problems.length === 0) {
    writeFileSync(file, `${JSON.stringify({ ...seen, [origin]: report.head })}\n`)
  }
  for (const line of describe(report)) print(console.log, line)
  return report.problems.length === 0 && report.own !== null ? 0 : 1
}

/**
 * @param {NonNullable<Awaited<ReturnType<typeof checkPoll>>>} report
 */
function describe({ problems, seal, hasBallots, hasTexts, hasMethod, hasSignatures, own, texts }) {
  // As long as an option may be, and without runs of spaces that begin another line of the terminal.
  const nameOf = (/** @type {number} */ option) =>
    texts.get(option)?.replaceAll(/\s+/g, ' ').slice(0, 200) ?? `Option ${option}`
  return [
    `  Poll ${seal.poll}, sealed at ${seal.time}: ${seal.votes} votes`,
    ...seal.counts.map(({ option, votes }) => `  ${String(votes).padStart(9)}  ${nameOf(option)}`),
    ...(seal.eligible == null
      ? []
      : [
          `  ${seal.eligible} people were on the list, ${seal.paper} of the votes came on paper. Hash of the list: ${seal.list}`,
        ]),
    ...(seal.wording
      ? [
          `  This is the ${seal.wording.wording === 0 ? 'first' : 'second'} of two wordings. Their key: ${seal.wording.key}`,
        ]
      : []),
    ...(hasBallots ? [] : ['  The poll has too few votes to publish its ballots. Its counts were checked only.']),
    ...(hasTexts
      ? []
      : ['  The seal does not cover the question and the options, because it is older than such seals.']),
    ...(hasMethod ? [] : ['  The seal does not cover how the poll was taken, because it is older than such seals.']),
    ...(texts.size > 0
      ? []
      : ['  The site does not show this poll, so its counts and texts were not compared with the seal.']),
    ...(hasSignatures ? [] : ['  This version of Node cannot check Ed25519 signatures. They were not checked.']),
    ...(own === undefined
      ? []
      : [own === null ? '  WRONG: Your ballot is not there.' : `  Your ballot: ${nameOf(own)}`]),
    ...problems.map(({ kind, detail }) => `  WRONG: ${problemTexts[kind]}. ${detail}`),
    ...(problems.length === 0
      ? ['  All right: the ballots, the counts, the log and its signatures fit together.']
      : []),
    ...(texts.size > 0 ? [`  ${notSealed}`] : []),
  ]
}
