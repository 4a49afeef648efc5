import { findNoOpinions } from '../no-opinion.ts'

const scale = [
  'yes|no|yea|nay|aye|true|false|for|against|in favor|none|all|some|most|few|many|half',
  'every|strongly|somewhat|slightly|very|extremely|fairly|moderately|not at all|neither|neutral|partly|mostly|fully|completely',
  'much|more|less|fewer|same|as now|as it is|about right|too|a lot|a little|enough|increase[ds]?|decrease[ds]?|keep|higher|lower',
  'excellent|good|fair|poor|bad|better|worse|best|worst|high|medium|low|young(er)?|old(er)?|small|large',
  '(dis)?agree|(dis)?approve|oppose|support|(dis)?satisfied|(un)?likely|(un)?important|(un)?favorable',
  'always|often|sometimes|rarely|seldom|never|daily|weekly|monthly|yearly|once|twice',
  '(mon|tues|wednes|thurs|fri|satur|sun)day|(jan|febr)uary|march|april|may|june|july|august|(septem|octo|novem|decem)ber',
  'today|tomorrow|now|later|soon|spring|summer|fall|autumn|winter|(this|next|last) (week|month|year)',
]
const step = new RegExp(`\\d|\\b(${scale.join('|')})\\b`, 'i')

/** Whether the answers are Yes and No, a scale, dates or numbers, whose order says something. This is a guess: the author decides. */
export function haveOwnOrder(options: readonly string[]): boolean {
  const noOpinions = findNoOpinions(options)
  return options.every((option, index) => noOpinions[index] || step.test(option))
}
