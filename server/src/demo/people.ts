import { stateCodes } from '@wtpu/contract/states'
import { and, inArray, like, or, sql, type SQL } from 'drizzle-orm'
import { users } from '#db/schema/accounts.ts'
import { seededRandom } from './random.ts'

const day = 24 * 60 * 60_000

/** The argon2id hash of `citizen-demo`, the password of the demo account and the demo admin, which `npm start` prints. */
const demoPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Wn66vfvAd9wXAE8majbqig$SF7Fu0bZFo3zfy2q4vUXCRE0C16kq/9w2d/HO3DCSGQ'

export const demoEmail = 'demo@wtpu.example'
const demoAdminEmail = 'admin@wtpu.example'
/** No mail can be sent to this domain, so no real account has it. */
const peopleDomain = 'citizens.example'

const address = sql`lower(${users.email})`

/** The accounts of the demo, and of data to measure with. Deleted accounts have no email and are not among them. */
export const isDemoAccount = (): SQL =>
  sql`coalesce(${or(
    inArray(address, [demoEmail, demoAdminEmail]),
    like(address, `%@${peopleDomain}`),
    sql`${address} ~ '^large[0-9]+@wtpu[.]example$'`,
  )}, false)`

/** The accounts that anyone can sign in to, because their password is published. */
export const hasDemoPassword = (): SQL | undefined =>
  and(inArray(address, [demoEmail, demoAdminEmail]), sql`${users.passwordHash} = ${demoPasswordHash}`)

export interface SampleUser {
  id: number
  state: string | null
  username: string
  firstName: string
  lastName: string
}

/** People with a bio; they also write the posts and comments. */
const namedPeople: [first: string, last: string, state: string, bio: string][] = [
  ['Amara', 'Okafor', 'TX', 'Nurse, choir singer, first in line when the polls open.'],
  ['Daniel', 'Whitehorse', 'NM', 'Teaches high-school history. Coffee before comments.'],
  ['Linh', 'Tran', 'CA', 'Runs a bakery in San José and reads every ballot measure.'],
  ['Margaret', 'Kowalski', 'IL', 'Retired postal carrier. Thirty years of knowing every street.'],
  ['Jamal', 'Washington', 'GA', 'Youth coach. I believe in showing up.'],
  ['Sofía', 'Ramírez', 'AZ', 'Civil engineer who cares about bridges, the real and the other kind.'],
  ['Erik', 'Lindqvist', 'MN', 'Dairy farmer, school-board listener.'],
  ['Priya', 'Raman', 'NJ', 'Pharmacist and weekend trail volunteer.'],
  ['Caleb', 'Thompson', 'KY', 'Electrician. Asks for sources, politely.'],
  ['Noor', 'Haddad', 'MI', 'Law student with a library card for every county.'],
  ['Rosa', 'Delgado', 'FL', 'Grandmother of six, poll worker since 1998.'],
  ['Tyler', 'Begaye', 'AZ', 'Wildland firefighter.'],
  ['Hannah', 'Goldberg', 'NY', 'City planner on a bicycle.'],
  ['Kenji', 'Nakamura', 'HI', 'Marine biologist. The ocean votes last.'],
  ['Patrick', "O'Brien", 'MA', 'Bus driver, union steward, amateur astronomer.'],
  ['Fatima', 'Abdi', 'MN', 'Community health worker.'],
  ['Wyatt', 'Jensen', 'WY', 'Rancher. Slow internet, quick opinions.'],
  ['Grace', 'Kim', 'VA', 'Budget analyst who enjoys appendices.'],
  ['Luis', 'Ortega', 'NV', 'Chef and small-business owner.'],
  ['Ayesha', 'Siddiqui', 'TX', 'Pediatrician, mother of twins.'],
  ['Samuel', 'Adeyemi', 'MD', 'Pastor and chess player.'],
  ['Katarina', 'Novak', 'OH', 'Machinist, night shift.'],
  ['Benjamin', 'Carter', 'AL', 'Army veteran, now studying to teach.'],
  ['Mei', 'Chen', 'WA', 'Software tester. Finds the edge case.'],
  ['Thomas', 'Redfeather', 'SD', 'Tribal college librarian.'],
  ['Isabella', 'Rossi', 'RI', 'Museum guide with a soft spot for town meetings.'],
  ['Marcus', 'Bell', 'LA', 'Trombone player, levee-board watcher.'],
  ['Anna', 'Petrov', 'PA', 'Physics teacher.'],
  ['Jorge', 'Maldonado', 'PR', 'Solar installer from Ponce.'],
  ['Ruth', 'Yoder', 'IN', 'Quilter and beekeeper.'],
  ['Deshawn', 'Harris', 'MO', 'Barber. I hear all sides by noon.'],
  ['Leilani', 'Kahale', 'HI', 'Nurse-midwife.'],
  ['Andrew', 'McAllister', 'ME', 'Lobsterman and selectman, in that order.'],
  ['Zara', 'Hussain', 'NY', 'Graduate student in public health.'],
  ['Miguel', 'Santos', 'CO', 'Ski patroller in winter, surveyor in summer.'],
  ['Olivia', 'Bennett', 'OR', 'Editor of a very small newspaper.'],
  ['Elijah', 'Freeman', 'SC', 'Shrimper, deacon, father.'],
  ['Ingrid', 'Sorensen', 'WI', 'Cheesemaker who never misses a spring election.'],
  ['Victoria', 'Nguyen', 'DC', 'Speech therapist. Taxed, and thinking about it.'],
]

// Random first and last names for the other people, who only vote, rate, like and follow.
const firstNames =
  'Aaron Abigail Adriana Ahmed Alice Amir Andre Angela Arjun Aurora Bianca Blake Brandon Camila Carlos Chloe Dana David Diana Dylan Elena Elias Emily Ethan Fiona Gabriel Gloria Hana Hector Ian Irene Isaac Jade Jasmine Jonas Joan Jonah Julia Kareem Kayla Kevin Layla Leo Lily Logan Malik Maria Maya Nadia Nathan Nina Omar Paige Quinn Rachel Ravi Sam Talia Vivian'.split(
    ' ',
  )
const lastNames =
  'Adams Ali Allen Alvarez Baker Banerjee Brooks Campbell Castillo Choi Clark Collins Cruz Davis Diaz Edwards Ellis Fischer Flores Foster Garcia Gomez Gray Gupta Hall Hayes Hill Ibrahim Jansen James Johnson Kelly Khan Larsen Lee Lewis Lopez Martin Mendoza Miller Mohamed Moore Morgan Morris Murphy Nelson Park Patel Perez Reed Rivera Robinson Schmidt Shah Silva Smith Tanaka Taylor Walker Young'.split(
    ' ',
  )
export const namedPeopleCount = namedPeople.length
/** A named user who moderates the forums. */
export const moderatorUsername = 'olivia.bennett'
const otherPeopleCount = 600

/** The demo account, the admin, the named people, then the others. Only the first two have a password. */
export function samplePeople(now: Date) {
  const random = seededRandom(1)
  const joined = (days: number) => new Date(now.getTime() - days * day - random.between(0, 86_399) * 1000)
  const demo = {
    ...user('Demo', 'Citizen', 'demo', 'NY', joined(120)),
    bio: 'The account to try things with.',
    // Of a sample representative.
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
  const named = namedPeople.map(([first, last, state, bio]) => {
    const username = `${first}.${last}`
      .normalize('NFKD')
      .replace(/[^\w.]/g, '')
      .toLowerCase()
    return { ...user(first, last, username, state, joined(random.between(30, 700))), bio }
  })
  const others = Array.from({ length: otherPeopleCount }, (_, index) => {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
    const username = `${first}.${last}.${index + 1}`.toLowerCase()
    return user(first, last, username, random.pick(stateCodes), joined(random.between(30, 700)))
  })
  return [demo, admin, ...named, ...others]
}

function user(firstName: string, lastName: string, username: string, state: string, createdAt: Date) {
  const email = username === 'demo' ? demoEmail : `${username}@${peopleDomain}`
  const role = username === moderatorUsername ? ('moderator' as const) : ('user' as const)
  const facts = { firstName, lastName, username, email, emailVerifiedAt: createdAt, state, role, createdAt }
  return { ...facts, bio: '', passwordHash: null as string | null }
}
