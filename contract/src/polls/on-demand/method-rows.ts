import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import type { Arrivals, ListGroup, PollMethod, PollTotals } from '../totals.ts'
import { type AccountAge, accountAges, type VoteSource, voteSources } from './arrivals.ts'
import { quorumText } from './hidden-results.ts'
import { votesForPercent } from '../polls.ts'
import { boundText } from './bound.ts'
import { dayText, featuredText, importedText, pollTimeText, sampleDataText, timeText } from './method.ts'
import { orderText } from './order-effect.ts'
import { groupDigits, resultText, shareText, voteCount } from './shares.ts'

/** The words of "How this poll was taken", the same on the page, in the embed and in the files. */
export function methodRows(
  poll: Pick<PollTotals, 'method' | 'options' | 'total_votes' | 'opened_at' | 'closes_at' | 'is_closed' | 'counted_at'>,
): [label: string, text: string][] {
  const { method } = poll
  const time = (at: string) => pollTimeText(at, method.time_zone, method.imported_from)
  const blocked = method.votes_of_blocked_accounts
  const accounts =
    method.accounts === null ? '' : `: ${accountsText(method.accounts)} ${poll.is_closed ? 'at the close' : 'now'}`
  const ways = ['lists and searches', 'shared links']
  if (method.question_of_the_day !== null)
    ways.unshift(`question of the day on ${dayText(method.question_of_the_day, 'UTC')}`)
  if (method.featured) ways.unshift(featuredText(method))
  if (method.about !== null)
    ways.push(`notices to ${isOn('boiler-room') ? 'followers' : 'people who follow the official'}`)
  const noOpinion = `${method.no_opinion.map((answer) => `“${answer}”`).join(', ')}: counted, but left out where opinions are compared`
  if (method.imported_from !== null) {
    const sample: [string, string][] = method.is_sample ? [['Made up for this demo', sampleDataText]] : []
    return [
      ...sample,
      ['Imported from', method.imported_from],
      ['Meaning', importedText()],
      ['Asked by', 'A participant'],
      ['Opened', time(poll.opened_at)],
      ['Closed', poll.closes_at === null ? '' : time(poll.closes_at)],
      ['Counted', `${voteCount(poll.total_votes)}, one for each ${method.one_vote_for}, not weighted`],
      ['No opinion', noOpinion],
      ['Reuse', method.licence],
    ]
  }
  const rows: [string, string | false][] = [
    ['Made up for this demo', method.is_sample && sampleDataText],
    [
      'Asked by',
      method.asked_by !== null &&
        (method.asked_by === 'staff' ? `The staff of ${site.name}` : `A member of ${site.name}`),
    ],
    ['Run by', method.run_by],
    ['About', method.about ?? false],
    ['Vote of Congress on this', isOn('roll-calls') && method.list === null && (method.roll_call?.asked ?? 'None')],
    method.list ? ['Who could vote', listText(method.list, poll.total_votes)] : votersRow(method, accounts),
    ['What the others could change', method.list !== null && boundText(poll.options, method.list.eligible)],
    ['By group', method.list !== null && groupsText(method.list.groups, poll.options)],
    ['Quorum', quorumText({ ...poll, quorum: method.quorum, eligible: method.list?.eligible })],
    ['How they came', method.list === null && upper(ways.join(method.featured ? '; ' : ', '))],
    ['Shares of ways', method.arrivals !== null && waysText(method.arrivals)],
    ['Age of accounts', method.arrivals !== null && agesText(method.arrivals)],
    [
      'Without an account',
      method.votes_by_mailed_links !== null &&
        `${method.votes_by_mailed_links === 0 ? 'Fewer than 10' : groupDigits(method.votes_by_mailed_links)} of the votes were given by a link in a mail, one for each mailbox`,
    ],
    ['Page opened', method.arrivals !== null && openedText(method.arrivals)],
    [
      'How they voted',
      `On the web${method.list !== null && method.list.on_paper > 0 ? ' and on paper' : ''}, in English, ${method.order === 'drawn' ? 'answers in an order drawn for each voter' : 'answers always in this order'}`,
    ],
    ['What the order did', method.order_effect !== null && orderText(method.order_effect)],
    ['The other wording', method.other_wording?.words ?? false],
    ['Opened', time(poll.opened_at)],
    [poll.is_closed ? 'Closed' : 'Closes', poll.closes_at === null ? 'When it is ended' : time(poll.closes_at)],
    ['Counted', `${voteCount(poll.total_votes)} on ${time(poll.counted_at)}, one for each mailbox, not weighted`],
    ['No opinion', method.no_opinion.length > 0 && noOpinion],
    ['Results', resultsText(method)],
    [
      'Blocked later',
      `Votes from accounts that were blocked later: ${blocked === 0 ? 'fewer than 10' : groupDigits(blocked)}`,
    ],
    [
      'Taken out',
      method.votes_taken_out > 0 && `Votes of blocked accounts taken out: ${groupDigits(method.votes_taken_out)}`,
    ],
    ['Reuse', method.licence],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== false && row[1] !== '')
}

const resultsText = ({ results_visible_while_voting: wereVisible, revealed_at: at, time_zone: zone }: PollMethod) =>
  wereVisible !== false
    ? 'They could be seen while voting was open.'
    : `They were hidden while voting was open${at === null ? '' : `, and are shown since ${timeText(at, zone)}`}.`

function listText(
  { name, eligible, struck, late, on_paper: onPaper }: NonNullable<PollMethod['list']>,
  votes: number,
): string {
  const changes = [
    struck > 0 && `${groupDigits(struck)} struck`,
    late > 0 && `${groupDigits(late)} added while it was open`,
  ]
  const share = eligible > 0 && votes >= votesForPercent ? ` (${shareText(votes, eligible)})` : ''
  const answered = `By invitation to a list of ${groupDigits(eligible)} (${name}), ${groupDigits(votes)} answered${share}${onPaper > 0 ? `, ${groupDigits(onPaper)} on paper` : ''}`
  return [answered, changes.filter(Boolean).join(', ')].filter(Boolean).join('; ')
}

/** Each group with its number of answers: "North, 40 answered: Yes 65%, No 35%." */
const groupsText = (groups: readonly ListGroup[], options: readonly { text: string }[]) =>
  groups
    .map(({ name, votes }) => {
      const total = votes.reduce((sum, count) => sum + count, 0)
      const shares = options.map(({ text }, index) => `${text} ${resultText(votes[index] ?? 0, total)}`)
      return `${name ?? 'All others'}, ${groupDigits(total)} answered: ${shares.join(', ')}.`
    })
    .join(' ')

const waysOfSources: Record<VoteSource, string> = {
  home: 'the home page',
  list: 'lists and searches',
  link: 'links to the poll',
  embed: 'embeds on other sites',
  notice: 'notices and mails',
  other: 'ways that are not known',
}
const agesInWords: Record<AccountAge, string> = {
  under_week: 'younger than a week',
  under_month: 'younger than a month',
  under_year: 'younger than a year',
  older: 'older',
}

const waysText = ({ votes, sources }: Arrivals) => sharesText(votes, voteSources, sources, waysOfSources)
const agesText = ({ votes, account_ages: ages }: Arrivals) => sharesText(votes, accountAges, ages, agesInWords)

/** The largest share first. Those that round to nothing are left out. */
function sharesText<K extends string>(
  votes: number,
  names: readonly K[],
  shares: Record<K, number>,
  words: Record<K, string>,
): string {
  const shown = names.filter((name) => shares[name] > 0).toSorted((a, b) => shares[b] - shares[a])
  const list = shown.map((name) => `${shares[name]}% ${words[name]}`).join(', ')
  return `Of ${groupDigits(votes)} votes, also those that no longer count, rounded to 10%: ${list}`
}

function openedText({ openings, unanswered }: Arrivals): string {
  const times = openings === 0 ? 'Fewer than 10 times' : `About ${groupDigits(openings)} times`
  return unanswered === null ? times : `${times}, about ${unanswered}% of them without an answer`
}

/** What was so at the opening, or if that is not known what is so now. */
function votersRow(method: PollMethod, accounts: string): [string, string | false] {
  const { who_could_vote: atOpening, who_can_vote: now } = method
  if (atOpening !== null) {
    const changed = method.who_could_vote_changed ? ', when it opened; this changed while it was open' : ''
    return ['Who could vote', `${upper(atOpening)}${changed}${accounts}`]
  }
  if (now !== null) return ['Who can vote', `${upper(now)}${accounts}`]
  return ['Accounts that could vote', accounts !== '' && upper(accounts.slice(2))]
}

const accountsText = (rounded: number) => (rounded === 0 ? 'fewer than 10' : groupDigits(rounded))

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
