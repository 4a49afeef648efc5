import { getRetention, type Retention } from '@wtpu/contract/accounts/retention'
import { getSiteState, listManagedCategories, listManagedPolls, listStaff } from '@wtpu/contract/on-demand/admin'
import { defaultIdentity } from '@wtpu/contract/site/defaults'
import { getSiteIdentity } from '@wtpu/contract/site/identity'
import { listInvitations } from '@wtpu/contract/site/invitations'
import { getManagedParts, type ManagedParts } from '@wtpu/contract/site/on-demand/part-facts'
import { getSetup, type SetupFacts } from '@wtpu/contract/site/on-demand/setup'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

/** For tests: the set-up of a site on its first day. */
export const emptySite: SetupFacts = {
  is_closed: false,
  has_parts: false,
  is_named: false,
  name: defaultIdentity.name,
  shows_figures: true,
  access: 'default',
  on_server: [],
  settings_version: 0,
  mail_server: null,
  officials: 0,
  sends_mail: false,
  mail_tested_at: null,
  missing_pages: ['terms', 'privacy', 'guidelines'],
  has_contact: false,
  polls: 0,
  used_templates: [],
  moderators: 0,
  invited_moderators: 0,
}

/** The set-up of a site where every step is done. */
export const completeSite: SetupFacts = {
  ...emptySite,
  has_parts: true,
  is_named: true,
  name: 'Civic Post',
  shows_figures: false,
  access: 'own',
  officials: 585,
  sends_mail: true,
  mail_tested_at: '2026-11-20T12:00:00Z',
  missing_pages: [],
  has_contact: true,
  polls: 3,
  moderators: 2,
}

export const noRetention: Retention = {
  years: null,
  sends_mail: true,
  inactive: [1_000, 120, 1, 0, 0, 0, 0, 0, 0, 0],
  warned_once: 0,
  warned_twice: 0,
  unreachable: 0,
}

export const allPartsOn: ManagedParts = {
  off: [],
  reading: 'everyone',
  ratings_closed: null,
  version: 0,
  time_zone: 'America/New_York',
  today: '2026-11-29',
  counts: [],
}

/** Opens the page of administration as an admin of such a site. */
export function startSite(facts: SetupFacts, path = '/admin') {
  signedIn()
  const fake = fakeApi()
  fake.respond(getSiteState, {
    version: '1.0.0',
    database: { version: '18.1', bytes: 1 },
    mail: { is_sent: false, waiting: 0, retried: 0 },
    last_import: null,
    last_backup: null,
    can_seal: true,
    open_cases: 0,
  })
  for (const endpoint of [listStaff, listManagedPolls]) fake.respond(endpoint, [])
  fake.respond(listManagedCategories, [
    { id: 4, name: 'Economy', in_use: false },
    { id: 8, name: 'General', in_use: false },
  ])
  fake.respond(getSiteIdentity, { identity: defaultIdentity, logo: null, version: 0 })
  fake.respond(listInvitations, { is_closed: false, results: [] })
  fake.respond(getRetention, noRetention)
  fake.respond(getManagedParts, allPartsOn)
  fake.respond(getSetup, facts)
  return { ...fake, router: openPage(path).router }
}
