/**
 * What an admin can switch off, with everything that names it: calls, pages, feeds, images, links, notifications. Polls, accounts,
 * search, moderation and administration always are on. `on-demand/part-facts.ts` says what each part is and needs.
 */
export const partNames = [
  'ratings',
  'walls',
  'letters',
  'officials',
  'roll-calls',
  'boiler-room',
  'forums',
  'member-polls',
  'reasons',
  'mailed-answers',
  'circles',
  'common-ground',
  'profiles',
] as const
export type PartName = (typeof partNames)[number]
