import { profileTextNames, profileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import { warningDays } from '@wtpu/contract/accounts/retention'
import { site } from '@wtpu/contract/site/name'
import { partNames } from '@wtpu/contract/site/part-names'
import { isOn } from '@wtpu/contract/site/parts'
import privacy from './privacy.md?raw'
import terms from './terms.md?raw'

/** While it is on. */
const describeRetention = (years: number | null) =>
  years === null
    ? ''
    : `- An account that nobody uses for ${years === 1 ? 'a year' : `${years} years`} is deleted. Its owner gets a mail ${warningDays.first} days before and another one ${warningDays.second} days before, and keeps the account by signing in. Votes{ratings: and ratings} stay in the counts, as when you delete your account. Accounts of staff and of blocked people, and those whose address rejects mail, are not deleted.\n`

/** `{forums,walls:…|…}`: the first text if one of these parts of the site is on, otherwise the second. */
const withOpenParts = (text: string) =>
  text.replaceAll(/\{([a-z,-]+):([^{}|]*)\|?([^{}]*)\}/g, (_, names: string, ifOn: string, ifOff: string) =>
    isOn(partNames.filter((part) => names.split(',').includes(part))) ? ifOn : ifOff,
  )

/** Our draft of a page, as this site is set up. */
export const draftOf = (page: 'terms' | 'privacy', retentionYears: number | null): string =>
  withOpenParts({ terms, privacy }[page].replace('{retention}\n', describeRetention(retentionYears)))
    .replaceAll('{profile}', profileTextNames.map((name) => profileTexts[name].inPrivacyPage).join(', '))
    .replaceAll('{site}', site.name)
