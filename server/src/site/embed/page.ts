import { readFileSync } from 'node:fs'
import { emailMaxLength } from '@wtpu/contract/accounts/accounts'
import { mailedAnswerDays } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { pollTimeText } from '@wtpu/contract/polls/on-demand/method'
import { attributesOf } from '@wtpu/contract/schemas'
import { inDrawnOrder } from '@wtpu/contract/polls/core/drawn-order'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import { roundedText, shareText, voteCount } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import type { PollMethod } from '@wtpu/contract/polls/totals'
import { brandColor } from '@wtpu/contract/site/colors'
import { isWide } from '@wtpu/contract/site/logo-shape'
import { site, type SiteIdentity } from '@wtpu/contract/site/name'
import { escapeMarkup, markupOf } from '../escape.ts'
import { type PublicPoll, whenPublic } from '../public-poll.ts'

export type EmbedTheme = 'auto' | 'light' | 'dark'

export interface Place {
  origin: string
  theme: EmbedTheme
}

const textOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const style = textOf('embed.css')
export const script = textOf('embed.js')
/** Replaces the colors of embed.css. Empty if the site has those. */
const ownColors = ({ accent, accent_dark }: SiteIdentity) =>
  `${accent && `:root{--accent-light:${accent}}`}${accent_dark && `:root{--accent-dark:${accent_dark}}`}`
export const styles = () => `${style}${ownColors(site)}`
const brand = () => {
  const name = escapeMarkup(site.name)
  if (!site.logo) return `${mark()} ${name}`
  const { src, width, height } = site.logo
  const wide = isWide(site.logo)
  return `<img src="${src}" width="${width}" height="${height}" alt="${wide ? name : ''}">${wide ? '' : ` ${name}`}`
}
const mark = () =>
  `<svg aria-hidden="true" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${brandColor()}"/><path d="M5.5 12.5l4.8 9.5 5.7-12 5.7 12 5.3-14" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>`

/** Says with a vote that the voter came by an embed. */
const source = '#embed'

/** What a reader has typed, and why it was not accepted. */
export interface Typed {
  option?: string | undefined
  rotation?: number | undefined
  email?: string | undefined
  newsletter?: boolean
  problem?: string
}

/**
 * A poll with its totals as a page for frames on other sites: no cookies, no fonts, nothing from elsewhere.
 * @param typed Set if readers answer here, with an email address and without an account.
 */
export function embedPage(
  poll: PublicPoll,
  method: PollMethod,
  { typed, ...place }: Place & { typed?: Typed | undefined },
): string {
  const results = `${place.origin}/results/${poll.id}`
  // What was sent stays in its order when the page comes back with a problem.
  const rotation = typed?.rotation ?? poll.rotation
  const rounded = roundedText(poll.options.map(({ votes }) => votes))
  const hidden = whenPublic(poll)
  const act = `${poll.isClosed ? `See the ${hidden ? 'poll' : 'results'}` : 'Vote'} on ${escapeMarkup(site.name)}`
  const body = [
    ...(method.is_sample ? ['<p class="method">Made up for this demo</p>'] : []),
    `<h1 id="question"${markupOf(attributesOf(poll))} dir="auto">${escapeMarkup(poll.question)}</h1>`,
    '<div class="foot">',
    `<a class="vote" href="${escapeMarkup(results)}${source}" target="_blank" rel="noopener">${act}</a>`,
    `<p>${[hidden ? '' : `<span data-total>${voteCount(poll.totalVotes)}</span>`, closing(poll, method)].filter(Boolean).join(' · ')}</p>`,
    '</div>',
    hidden
      ? `<p class="method">${escapeMarkup(hidden)}</p>`
      : `<p class="method"><span data-method>${escapeMarkup(method.sentence)}</span>${rounded ? ` ${rounded}` : ''}</p>`,
    ...(typed
      ? [
          `<form method="post" action="${embedPath(poll.id)}?theme=${place.theme}"><fieldset aria-labelledby="question">`,
        ]
      : []),
    `<ul>${inDrawnOrder(poll.options, rotation)
      .map((option) => optionRow(poll, option, results, typed))
      .join('')}</ul>`,
    ...(typed ? ['</fieldset>', answerFields(typed, rotation), '</form>'] : []),
    ...(hidden ? [] : [methodBox(poll, method)]),
  ].join('\n')
  // The totals of a closed poll stay as they are.
  const totals = poll.isClosed || hidden ? undefined : `/api/polls/${poll.id}/totals.json`
  return page({ ...place, title: poll.question, link: escapeMarkup(results), body, totals })
}

const embedPath = (id: number) => `/embed/polls/${id}`

const newsletterSwitch = (isOn = false) =>
  site.newsletter &&
  `<label class="row"><input type="checkbox" name="newsletter" value="yes"${isOn ? ' checked' : ''}> ${escapeMarkup(site.newsletter)}</label>`

const answerFields = ({ email = '', newsletter, problem }: Typed, rotation: number | null) => `<div class="answer">
${rotation === null ? '' : `<input type="hidden" name="rotation" value="${rotation}">`}
<label for="email">Your email</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="${emailMaxLength}" required value="${escapeMarkup(email)}"${problem ? ' aria-describedby="problem" aria-invalid="true" autofocus' : ''}>
${newsletterSwitch(newsletter)}
<button>Answer</button>
${problem ? `<p id="problem" role="alert">${escapeMarkup(problem)}</p>` : ''}
<p class="method">We send you a link. Your answer counts when you press the button on its page. You need no account.</p>
</div>`

/** After the form: the answer waits. */
export function sentPage(poll: PublicPoll, place: Place, email: string): string {
  const body = `<h1 tabindex="-1" autofocus>Look into your mail</h1>
<p role="status">We sent a link to <strong>${escapeMarkup(email)}</strong>. Your answer is not counted yet: open the link, and press the button there. It works for ${mailedAnswerDays} days.</p>
<p><a class="vote" href="${embedPath(poll.id)}?theme=${place.theme}">Back to the poll</a></p>`
  const link = escapeMarkup(`${place.origin}/results/${poll.id}`)
  return page({ ...place, title: 'Look into your mail', link, body })
}

/** In place of a poll that does not exist, or was removed, and of each poll of a site with a gate. */
export function missingEmbedPage(place: Place, siteAccessCode: string): string {
  const reason = siteAccessCode
    ? `${escapeMarkup(site.name)} asks for an access code, so other sites cannot show its polls.`
    : 'It may have been removed.'
  const body = `<h1>This poll is not available</h1><p>${reason}</p>`
  return page({ ...place, title: 'This poll is not available', link: escapeMarkup(place.origin), body })
}

function page(parts: Place & { title: string; link: string; body: string; totals?: string | undefined }): string {
  return `<!doctype html>
<html lang="en" data-theme="${parts.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(parts.title)} | ${escapeMarkup(site.name)}</title>
<link rel="canonical" href="${parts.link}">
<style>${styles()}</style>
</head>
<body${parts.totals === undefined ? '' : ` data-totals="${parts.totals}"`}>
<main>
<a class="brand" href="${escapeMarkup(parts.origin)}/" target="_blank" rel="noopener">${brand()}</a>
${parts.body}
</main>
<script type="module">${script}</script>
</body>
</html>
`
}

/** A tap on an option of an open poll opens the site with this option chosen, not yet given. */
function optionRow(
  { options, totalVotes: total, isClosed, ...poll }: PublicPoll,
  option: PublicPoll['options'][number],
  results: string,
  typed: Typed | undefined,
): string {
  const { id, text, votes } = option
  const index = options.indexOf(option)
  const isLeading = total >= votesForPercent && options.every((other) => other.votes <= votes)
  const percent = total === 0 ? 0 : (100 * votes) / total
  const row = [
    `<progress aria-hidden="true" max="100" value="${percent.toFixed(2)}"></progress>`,
    `<span${markupOf(attributesOf(poll))} dir="auto">${escapeMarkup(text)}</span>`,
    ...(poll.areResultsHidden
      ? []
      : [
          `<span><strong>${total < votesForPercent ? '' : shareText(votes, total)}</strong> <span data-votes>${voteCount(votes)}</span></span>`,
        ]),
  ].join('')
  const link = `${escapeMarkup(results)}?answer=${index + 1}${source}`
  const checked = typed?.option === String(id) ? ' checked' : ''
  const choice = typed
    ? `<label class="row"><input type="radio" name="option" value="${id}" required${checked}>${row}</label>`
    : isClosed
      ? `<div class="row">${row}</div>`
      : `<a class="row" href="${link}" target="_blank" rel="noopener">${row}</a>`
  return `<li data-option="${index}"${isLeading ? ' class="lead"' : ''}>${choice}</li>`
}

function methodBox(poll: PublicPoll, method: PollMethod): string {
  const rows = methodRows({
    method,
    options: poll.options.map(({ text, votes }) => ({ text, votes, percent: null })),
    total_votes: poll.totalVotes,
    opened_at: poll.publishedAt.toISOString(),
    closes_at: poll.closesAt?.toISOString() ?? null,
    is_closed: poll.isClosed,
    counted_at: new Date().toISOString(),
  })
  const list = rows.map(([label, text]) => `<dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(text)}</dd>`)
  return `<details><summary>How this poll was taken</summary><dl>${list.join('')}</dl></details>`
}

function closing({ closesAt, isClosed }: PublicPoll, method: PollMethod): string {
  return closesAt
    ? `${isClosed ? 'Ended' : 'Ends'} ${pollTimeText(closesAt, method.time_zone, method.imported_from)}`
    : ''
}
