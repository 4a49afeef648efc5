// Recounts a closed poll from outside. Needs Node 20 or newer, and no packages.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkPoll, problemTexts } from '../contract/src/tally/check.mjs'

const usage = `node scripts/check-poll.mjs URL [--ballot NUMBER] [--seen FILE]

  URL       of a poll: https://wtpu.example/polls/7
  --ballot  looks for this ballot
  --seen    remembers the tally log in this file, to notice if it is cut short or replaced between two checks

Exits with 0 if everything is right, 1 if something is wrong, 2 if the poll cannot be checked.`

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? [error.message, error.cause].filter(Boolean).join(': ') : error)
  process.exitCode = 2
}

async function main() {
  const { values, positionals } = parseArgs({
    options: { ballot: { type: 'string' }, seen: { type: 'string' } },
    allowPositionals: true,
  })
  const [, origin = '', id] = /^(https?:\/\/[^/]+)\/(?:api\/)?polls\/(\d+)\b/.exec(positionals[0] ?? '') ?? []
  if (!id) throw new Error(usage)
  const file = values.seen
  const seen = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const report = await checkPoll({
    poll: Number(id),
    fetch: (path) => fetch(origin + path),
    number: values.ballot,
    seen: seen[origin],
    onProgress: (done, all) => process.stderr.write(`\r  ${done} of ${all} ballots`),
  })
  if (!report) throw new Error(`Poll ${id} is not sealed. It is open, or it closed less than a minute ago.`)
  if (file && report.problems.length === 0) {
    writeFileSync(file, `${JSON.stringify({ ...seen, [origin]: report.head })}\n`)
  }
  const texts = await readTexts(origin, id)
  console.log(describe(report, texts).join('\n'))
  return report.problems.length === 0 && report.own !== null ? 0 : 1
}

/**
 * The texts of the options, by id. A removed poll has none.
 * @param {string} origin
 * @param {string} id
 * @returns {Promise<Map<number, string>>}
 */
async function readTexts(origin, id) {
  const response = await fetch(`${origin}/api/polls/${id}/`)
  if (!response.ok) return new Map()
  const { options } = await response.json()
  return new Map(options.map((/** @type {{ id: number, text: string }} */ option) => [option.id, option.text]))
}

/**
 * @param {NonNullable<Awaited<ReturnType<typeof checkPoll>>>} report
 * @param {Map<number, string>} texts
 */
function describe({ problems, seal, hasBallots, hasSignatures, own }, texts) {
  /** @param {number} option */
  const nameOf = (option) => texts.get(option) ?? `Option ${option}`
  return [
    `  Poll ${seal.poll}, sealed at ${seal.time}: ${seal.votes} votes`,
    ...seal.counts.map(({ option, votes }) => `  ${String(votes).padStart(9)}  ${nameOf(option)}`),
    ...(hasBallots ? [] : ['  The poll has too few votes to publish its ballots. Its counts were checked only.']),
    ...(hasSignatures ? [] : ['  This version of Node cannot check Ed25519 signatures. They were not checked.']),
    ...(own === undefined
      ? []
      : [own === null ? '  WRONG: Your ballot is not there.' : `  Your ballot: ${nameOf(own)}`]),
    ...problems.map(({ kind, detail }) => `  WRONG: ${problemTexts[kind]}. ${detail}`),
    ...(problems.length === 0
      ? ['  All right: the ballots, the counts, the log and its signatures fit together.']
      : []),
  ]
}
