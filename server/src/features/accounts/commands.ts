import { nameErrors } from '@wtpu/contract/accounts/on-demand/allowed-names'
import { type register } from '@wtpu/contract/accounts/accounts'
import { emailProblem, passwordsDiffer } from '@wtpu/contract/accounts/on-demand/credentials'
import type { Output } from '@wtpu/contract/endpoint'
import { stateCode } from '@wtpu/contract/states'
import { toSingleLine } from '@wtpu/contract/schemas'
import { sql } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { FastifyInstance } from 'fastify'
import { admitNewAccount } from '#community/invitations.ts'
import { isRegistrationClosed } from '#db/site.ts'
import { findOrCreateVoter } from '#db/voters.ts'
import { users } from '#db/schema/accounts.ts'
import { inheritedSanctions, isBlocked } from '#db/visibility.ts'
import { ApiError, assertFields, invalidInput } from '#http/errors.ts'
import { sendConfirmation } from './confirmation.ts'
import { countVoterOf, hashOfRegistration, mailDomainOf } from '#community/new-voters.ts'
import { passwordProblem, hashPassword, reserveSlot } from './passwords.ts'
import { accountExists } from './queries.ts'
import { planDigest } from '#notifications/settings.ts'
import { termsAcceptance, suggestUsername } from './account.ts'
import { insertSession, signTokens } from './sessions.ts'

interface Registration {
  first_name?: string
  last_name?: string
  email?: string
  state?: string
  password?: string
  confirm_password?: string
  newsletter?: boolean
  sign_in?: boolean
  invitation?: string
  /** The proof of the address by a mailed answer. */
  mailbox?: string
  answer?: { poll: number; option_id: number; rotation?: number }
}

/** Whose session a registration opens. */
interface Device {
  network: string
  userAgent: string | undefined
}

type App = Pick<FastifyInstance, 'db' | 'outbox' | 'voterKey' | 'config' | 'tokens' | 'drawOf' | 'pendingAnswers'>

/**
 * Creates an account, mails a link that confirms its email, and signs in if asked to, which needs no second hash of the password.
 * @throws ApiError 400 with every message that applies.
 */
export async function registerUser(
  app: App,
  input: Registration,
  { network, userAgent }: Device,
): Promise<Output<typeof register>> {
  const form = {
    first_name: toSingleLine(input.first_name ?? ''),
    last_name: toSingleLine(input.last_name ?? ''),
    email: input.mailbox === undefined ? (input.email?.trim() ?? '') : readMailbox(app, input.mailbox),
    state: input.state?.trim() ?? '',
    password: input.password?.normalize() ?? '',
    confirm_password: input.confirm_password?.normalize() ?? '',
  }
  await assertValid(form)
  // Before the hash of the password, which is slow. The transaction decides.
  if (!input.invitation && (await isRegistrationClosed(app.db))) throw new ApiError('registration_closed')
  using slot = reserveSlot({ network, known: false, isNew: true })
  const passwordHash = await hashPassword(form.password, slot)
  // Usernames end in random digits, so collisions are rare. The unique constraints detect them.
  for (let attempt = 0; attempt < 5; attempt++) {
    const username = suggestUsername(form)
    const created = await insertUser(
      app,
      {
        username,
        email: form.email,
        passwordHash,
        firstName: form.first_name,
        lastName: form.last_name,
        state: stateCode(form.state),
        newsletter: input.newsletter ?? false,
        registeredFrom: hashOfRegistration(app, network),
        mailDomain: mailDomainOf(form.email),
        ...(input.mailbox !== undefined && { emailVerifiedAt: sql`now()` }),
      },
      { ...input, network, userAgent },
    )
    if (created) return { id: created.id, username, ...created.tokens }
    if (await accountExists(app.db, form.email)) throw invalidInput({ email: ['email already exists'] })
  }
  throw invalidInput({ username: ['username already exists'] })
}

/** @throws ApiError 400 */
function readMailbox({ tokens }: Pick<App, 'tokens'>, proof: string): string {
  try {
    return tokens.readMailbox(proof).email
  } catch {
    throw new ApiError('expired_link', {
      detail:
        'Your answer was counted too long ago to go on from it. Create an account as others do: a mail confirms your address.',
    })
  }
}

async function insertUser(
  app: App,
  values: PgInsertValue<typeof users> & { email: string; mailDomain: string | undefined; newsletter: boolean },
  { invitation, mailbox, answer, sign_in: signsIn, network, userAgent }: Registration & Device,
) {
  const created = await app.db.transaction(async (tx) => {
    const voterId = await findOrCreateVoter(tx, app.voterKey(values.email))
    const [user] = await tx
      .insert(users)
      .values({ ...values, ...termsAcceptance(), voterId, ...inheritedSanctions(voterId) })
      .onConflictDoNothing()
      .returning({ id: users.id, isBlocked: isBlocked() })
    if (!user) return undefined
    const { config, outbox } = app
    await admitNewAccount({ db: tx, config, outbox }, { invitation, userId: user.id })
    if (answer && config.votesNeedConfirmedEmail) {
      const { poll: pollId, option_id: optionId, rotation } = answer
      await app.pendingAnswers.keepFirst(tx, { userId: user.id, pollId, optionId, rotation })
    }
    if (values.newsletter) await planDigest(tx, user.id)
    if (mailbox === undefined) await sendConfirmation(tx, app, { id: user.id, email: values.email, voterId, network })
    else await app.pendingAnswers.makeDue(tx, user.id)
    // In the same transaction, so that there is no account without its session. With a blocked mailbox, a sign-in says why.
    const session =
      signsIn && !user.isBlocked
        ? await insertSession(tx, app, { userId: user.id, remember: false, network, userAgent })
        : undefined
    await countVoterOf(tx, values.mailDomain)
    return { id: user.id, session }
  })
  app.outbox.wake()
  return created && { id: created.id, tokens: created.session && signTokens(app, created.session) }
}

type Form = Record<'first_name' | 'last_name' | 'email' | 'state' | 'password' | 'confirm_password', string>

async function assertValid(form: Form): Promise<void> {
  const missing = (field: keyof Form) => form[field] === '' && `${field} is required`
  const names = nameErrors(form)
  assertFields({
    first_name: missing('first_name') || names.first_name,
    last_name: missing('last_name') || names.last_name,
    email: missing('email') || emailProblem(form.email),
    state: missing('state') || (!stateCode(form.state) && 'state is not one of the listed states'),
    password: missing('password') || (await passwordProblem(form.password, form)),
    confirm_password:
      missing('confirm_password') ||
      (form.password !== '' && form.password !== form.confirm_password && passwordsDiffer),
  })
}
