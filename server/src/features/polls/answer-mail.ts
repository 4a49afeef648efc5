import { linkify } from '@wtpu/contract/links'
import { mailedAnswerDays } from '@wtpu/contract/polls/on-demand/mailed-answers'
import { site } from '@wtpu/contract/site/name'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'

/** Names the poll only if it has no address in it: polls are texts of members, and the mail may go to a stranger. */
export function answerMail(
  to: string,
  url: string,
  { question, option }: { question: string; option: string },
  publicUrl: string,
): Mail {
  const answer = linkify.test(`${question} ${option}`) ? [] : [`“${question}” “${option}”`]
  const body = renderMail({
    publicUrl,
    title: 'Count your answer',
    paragraphs: [
      `Hello, somebody answered a poll on ${site.name} with this address. The answer is not counted yet. If it is yours, open this link and press the button:`,
      ...answer,
      `The link works for ${mailedAnswerDays} days.`,
    ],
    action: { label: 'See my answer', url },
    footnote:
      'If you did not answer, open the link and choose “I did not answer this”, which deletes the answer, or ignore this mail.',
  })
  return { to, subject: `Count your answer on ${site.name}`, ...body }
}
