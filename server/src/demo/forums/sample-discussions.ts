import type { SampleDiscussion } from './sample-discussion.ts'
import { defence } from './topics/defence.ts'
import { economy } from './topics/economy.ts'
import { education } from './topics/education.ts'
import { environment } from './topics/environment.ts'
import { general } from './topics/general.ts'
import { healthcare } from './topics/healthcare.ts'
import { immigration } from './topics/immigration.ts'
import { technology } from './topics/technology.ts'

/** 40 discussions of the last 30 days, five in each category, in no order. */
export const sampleDiscussions: SampleDiscussion[] = [
  ...environment,
  ...healthcare,
  ...education,
  ...economy,
  ...defence,
  ...immigration,
  ...technology,
  ...general,
]
