import type { Reveal } from '../reveals.ts'
import { daysToPublish } from '../../polls/audiences.ts'

export const revealNames: Record<Reveal, string> = {
  always: 'While people vote',
  at_close: 'At the close',
  when_published: `When we release them, within ${daysToPublish} days after the close`,
}
