import { forProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import type { PersonData } from '@wtpu/contract/accounts/settings'
import type { BioField } from '@wtpu/contract/schemas'
import type { users } from '#db/schema/accounts.ts'
import { bioColumns } from '#db/schema/columns.ts'

type Row = typeof users.$inferSelect
/** `export`: the fields of the exported profile that have it, or why none has it. */
type Column<Value> = { export: (keyof PersonData['profile'])[] | string } & (
  | { /** The value after the deletion of the account. */ deleted: Value }
  | { /** Why the deletion leaves the value. */ keeps: string }
)

const counter = 'counted from rows that are exported or deleted'
const generated = 'made from other columns by the database'
const ofStaff = 'a decision of staff, which is in "decisions"'

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has each of these columns
const ofBio = Object.fromEntries(Object.keys(bioColumns).map((name) => [name, { export: [name], deleted: null }])) as {
  [Name in BioField]: Column<Row[Name]>
}

/** What happens to each column of an account. */
export const userColumns: { [Name in keyof Row]: Column<Row[Name]> } = {
  ...forProfileTexts((name) => ({ export: [name], deleted: '' })),
  id: { export: ['id'], keeps: 'votes and comments refer to it' },
  username: { export: ['username', 'name'], deleted: null },
  email: { export: ['email'], deleted: null },
  voterId: { export: 'says only which accounts share a mailbox', keeps: 'nobody votes twice' },
  emailVerifiedAt: {
    export: 'the own account says whether it is confirmed',
    keeps: 'it decides which votes were the first of a state (db/steps.ts)',
  },
  passwordHash: { export: 'a secret', deleted: null },
  firstName: { export: ['first_name', 'name'], deleted: '' },
  lastName: { export: ['last_name', 'name'], deleted: '' },
  state: { export: ['state', 'location'], deleted: null },
  district: { export: ['district'], deleted: null },
  ...ofBio,
  avatar: { export: ['avatar'], deleted: null },
  role: { export: ['role'], deleted: 'user' },
  verified: { export: ['verified'], deleted: false },
  showEmail: { export: ['show_email'], deleted: false },
  newsletter: { export: ['newsletter'], deleted: false },
  inCommonGround: { export: ['common_ground'], keeps: 'the votes stay in or out of the computation' },
  commonGroundChangedAt: { export: 'a step of the computation', keeps: 'the choice counts some days later' },
  termsVersion: { export: ['terms_version'], deleted: null },
  termsSeen: { export: 'whether a notice was closed', keeps: 'tells nothing about a person' },
  termsAcceptedAt: { export: ['terms_accepted_at'], deleted: null },
  followersCount: { export: ['followers_count'], keeps: 'set to 0 with the deleted follows' },
  followingCount: { export: ['following_count'], keeps: 'set to 0 with the deleted follows' },
  postsCount: { export: ['posts_count'], keeps: counter },
  createdAt: { export: ['join_date', 'date_joined'], keeps: 'votes count from it' },
  lastSeenOn: { export: ['last_seen_on'], deleted: null },
  deletedAt: { export: 'an account that can be exported has none', keeps: 'set by the deletion' },
  textsEmptiedAt: { export: 'an account that can be exported has none', keeps: 'set after the deletion' },
  isMailbox: { export: 'an account is none', keeps: 'an account is none' },
  registeredFrom: { export: 'a hash that nobody can reverse', deleted: null },
  mailDomain: { export: 'a part of the email', deleted: null },
  blockedAt: { export: ofStaff, keeps: 'the mailbox stays blocked' },
  suspendedUntil: { export: ofStaff, keeps: 'the mailbox stays suspended' },
  isActive: { export: generated, keeps: generated },
  searchName: { export: generated, keeps: generated },
  search: { export: generated, keeps: generated },
  englishName: { export: generated, keeps: generated },
}

/** The values of a deleted account. */
export const blankUser: Partial<Row> = Object.fromEntries(
  Object.entries(userColumns).flatMap(([name, column]) => ('deleted' in column ? [[name, column.deleted]] : [])),
)
