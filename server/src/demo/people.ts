import { districtCount } from '@wtpu/contract/districts'
import { stateCodes } from '@wtpu/contract/states'
import { and, inArray, like, or, sql, type SQL } from 'drizzle-orm'
import { demoAdminEmail, demoEmail, demoPasswordHash } from '#db/demo-accounts.ts'
import { users } from '#db/schema/accounts.ts'
import type { Content } from './content.ts'
import { day } from './context.ts'
import { seededRandom } from './random.ts'

/** No mail can be sent to this domain, so no real account has it. */
const peopleDomain = 'citizens.example'

const address = sql`lower(${users.email})`

/** The people who only populate the demo: all but the demo account and the admin. */
export const isDemoPerson = (): SQL => like(address, `%@${peopleDomain}`)

/** The accounts of the demo, and of data to measure with. Deleted accounts have no email and are not among them. */
export const isDemoAccount = (): SQL =>
  sql`coalesce(${or(
    inArray(address, [demoEmail, demoAdminEmail]),
    isDemoPerson(),
    sql`${address} ~ '^large[0-9]+@wtpu[.]example$'`,
  )}, false)`

/** The accounts that anyone can sign in to, because their password is published. */
export const hasDemoPassword = (): SQL | undefined =>
  and(inArray(address, [demoEmail, demoAdminEmail]), sql`${users.passwordHash} = ${demoPasswordHash}`)

/** A named user who moderates the forums. */
export const moderatorUsername = 'olivia.bennett'
const otherPeopleCount = 600

/** The demo account, the admin, the named people, then the others. Only the first two have a password. */
export function samplePeople({ named: namedPeople, ...names }: Content['people'], now: Date) {
  const random = seededRandom(1)
  const joined = (days: number) => new Date(now.getTime() - days * day - random.between(0, 86_399) * 1000)
  const demo = {
    ...user('Demo', 'Citizen', 'demo', 'NY', joined(120)),
    bio: 'The account to try things with.',
    // A sample representative has this district.
    district: 1,
    passwordHash: demoPasswordHash,
  }
  const admin = {
    ...user('Robin', 'Steward', 'robin.steward', 'VT', new Date(now.getTime() - 200 * day)),
    email: demoAdminEmail,
    role: 'admin' as const,
    bio: 'Looks after this site.',
    passwordHash: demoPasswordHash,
  }
  const named = namedPeople.map(({ first, last, state, bio }) => {
    const username = `${first}.${last}`
      .normalize('NFKD')
      .replace(/[^\w.]/g, '')
      .toLowerCase()
    return { ...user(first, last, username, state, joined(random.between(30, 700))), bio }
  })
  const [firstNames, lastNames] = [names.firstNames.split(' '), names.lastNames.split(' ')]
  // As in life, more of them live in large states.
  const homes = stateCodes.flatMap((state) => Array.from({ length: districtCount(state) }, () => state))
  const others = Array.from({ length: otherPeopleCount }, (_, index) => {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
    const username = `${first}.${last}.${index + 1}`.toLowerCase()
    return user(first, last, username, random.pick(homes), joined(random.between(30, 700)))
  })
  return [demo, admin, ...named, ...others]
}

function user(firstName: string, lastName: string, username: string, state: string, createdAt: Date) {
  const email = username === 'demo' ? demoEmail : `${username}@${peopleDomain}`
  const role = username === moderatorUsername ? ('moderator' as const) : ('user' as const)
  const facts = { firstName, lastName, username, email, emailVerifiedAt: createdAt, state, role, createdAt }
  return { ...facts, bio: '', passwordHash: null as string | null }
}
