import { forProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import type { Account, User } from '@wtpu/contract/accounts/accounts'
import type { Device } from '@wtpu/contract/accounts/settings'
import type { Output } from '@wtpu/contract/endpoint'
import type { getRegistration } from '@wtpu/contract/site/invitations'

export const ada: User = {
  id: 7,
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  username: 'ada1815',
  email: 'ada@wtpu.example',
  avatar: null,
  ...forProfileTexts(() => ''),
  bio: 'Engines',
  followers_count: 3,
  following_count: 1,
  join_date: '2026-03-10T12:00:00Z',
  date_joined: '2026-03-10T12:00:00Z',
  state: 'New York',
  location: 'New York',
  verified: false,
  posts_count: 0,
}

export const account: Account = {
  id: 7,
  email: 'ada@wtpu.example',
  show_email: false,
  newsletter: false,
  common_ground: true,
  has_password: true,
  has_google: false,
  second_factor: false,
  email_confirmed: true,
  confirmation_required: false,
  sends_mail: true,
  state: 'NY',
  district: null,
  role: 'user',
  waiting_role: null,
}

export const device = (change: Partial<Device> = {}): Device => ({
  id: 'a',
  device: 'Firefox on Windows',
  created_at: '2026-11-01T12:00:00Z',
  last_used_at: '2026-11-20T12:00:00Z',
  current: true,
  ...change,
})

/** Open, without other providers than Google. */
export const registration: Output<typeof getRegistration> = { is_closed: false, providers: [], only_providers: false }
