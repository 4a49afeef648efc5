import type { PersonData } from '@wtpu/contract/accounts/settings'
import { site } from '@wtpu/contract/site/name'
import { isOn } from '@wtpu/contract/site/parts'
import type { FastifyInstance } from 'fastify'
import { mailAdmins } from '#community/mail-admins.ts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { endSessions } from '#http/session-cache.ts'
import { renderMail } from '#mail/layout.ts'
import type { Mail } from '#mail/transport.ts'
import { closeAccount } from '#features/accounts/account.ts'
import { collectPersonData } from '#features/accounts/account-data.ts'
import { resendConfirmation } from '#features/accounts/confirmation.ts'

interface Act {
  userId: number
  by: (tx: Db) => Promise<Decision>
}

/** Checks the admin, and that the account exists. The public log says what was done, but not to which account. */
async function record(tx: Db, { userId, by }: Act, reason: string) {
  const decision = await by(tx)
  const [person] = await tx
    .select({ role: users.role, username: users.username, email: users.email })
    .from(users)
    .where(isAccount(userId))
  if (!person) throw notFound('Account')
  await recordModeration(tx, { action: 'account', subjectKind: 'user', subjectId: userId }, { ...decision, reason })
  return { ...person, actor: decision.actor }
}

export async function resendPersonConfirmation(
  app: Pick<FastifyInstance, 'db' | 'outbox' | 'config' | 'pendingAnswers'>,
  { network, ...act }: Act & { network: string },
): Promise<void> {
  await resendConfirmation(app, {
    userId: act.userId,
    network,
    record: async (tx) => {
      await record(tx, act, 'An account was sent another link that confirms its email.')
    },
  })
}

/** @returns how many there were. */
export async function endPersonSessions(app: Pick<FastifyInstance, 'db' | 'sessionCache'>, act: Act): Promise<number> {
  const ended = await app.db.transaction(async (tx) => {
    await record(tx, act, 'An account was signed out on all its devices.')
    return endSessions(tx, act.userId)
  })
  app.sessionCache.end(act.userId)
  return ended
}

/** The log has its entry and the person their mail before the data are read, so that nobody gets them without these. */
export async function exportPerson(
  app: Pick<FastifyInstance, 'db' | 'outbox' | 'config'>,
  act: Act,
): Promise<PersonData> {
  await app.db.transaction(async (tx) => {
    const { email, username, actor } = await record(
      tx,
      act,
      `The data of an account were exported, without votes${isOn('ratings') ? ' and ratings' : ''}, because its owner asked for them.`,
    )
    if (email)
      await app.outbox.enqueue(
        tx,
        { ...exportMail(email, app.config.publicUrl), userId: act.userId },
        { kind: 'decision', usefulMinutes },
      )
    await mailAdmins(tx, app, {
      title: `An admin of ${site.name} exported an account`,
      paragraphs: [
        `@${actor} exported what is stored about the account @${username}, without its votes${isOn('ratings') ? ' and ratings' : ''}.`,
      ],
      about: act.userId,
    })
  })
  app.outbox.wake()
  return collectPersonData(app.db, act.userId)
}

const usefulMinutes = 7 * 24 * 60

function exportMail(to: string, publicUrl: string): Mail {
  const title = 'An admin exported your data'
  const body = renderMail({
    publicUrl,
    title,
    paragraphs: [
      `An admin of ${site.name} exported what is stored about you, without what you ${isOn('ratings') ? 'voted, rated and liked' : 'voted and liked'}${isOn('letters') ? ', and your letters' : ''}; this is done only if you ask for it.`,
    ],
    footnote: `You receive this mail because you have a ${site.name} account.`,
  })
  return { to, subject: `${site.name}: ${title}`, ...body }
}

/** Never staff, so that the site keeps its admins. @throws ApiError 403 if `username` is not the one of the account */
export async function deletePerson(
  app: Pick<FastifyInstance, 'db' | 'files' | 'voterKey' | 'sessionCache' | 'outbox' | 'config'>,
  act: Act & { adminId: number; username: string },
): Promise<void> {
  await closeAccount(app, act.userId, {
    adminId: act.adminId,
    record: async (tx) => {
      const { role, username, actor } = await record(tx, act, 'An account was deleted, because its owner asked for it.')
      if (role !== 'user') throw new ApiError('is_staff')
      if (username?.toLowerCase() !== act.username.trim().replace(/^@/, '').toLowerCase()) {
        throw new ApiError('wrong_username')
      }
      await mailAdmins(tx, app, {
        title: `An admin of ${site.name} deleted an account`,
        paragraphs: [`@${actor} deleted the account @${username}, which had the number ${act.userId}.`],
        about: act.userId,
      })
    },
  })
  app.sessionCache.end(act.userId)
  app.outbox.wake()
}
