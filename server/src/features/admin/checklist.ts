import { figurePages } from '@wtpu/contract/site/identity'
import { pollTemplates } from '@wtpu/contract/site/poll-templates'
import { firstPolls, requiredPages, type SetupFacts } from '@wtpu/contract/site/on-demand/setup'
import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { countInvitedModerators } from '#community/invitations.ts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { findIdentity } from '#db/identity.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { politicians } from '#db/schema/politicians.ts'
import { polls } from '#db/schema/polls.ts'
import { site, sitePages } from '#db/schema/site.ts'
import { findSettings, settingsOfAdmins } from '#db/site-settings.ts'
import { isListedPoll } from '#db/visibility.ts'

/** What the list of the set-up shows. */
export async function findSetup({
  db,
  keys,
  config,
}: Pick<FastifyInstance, 'db' | 'keys' | 'config'>): Promise<SetupFacts> {
  const hasRole = (role: 'moderator') => and(eq(users.role, role), users.isActive)
  const usedTemplates = db
    .select({ id: polls.idempotencyKey })
    .from(polls)
    .innerJoin(users, eq(users.id, polls.creatorId))
    .where(
      and(
        ne(users.role, 'user'),
        inArray(
          polls.idempotencyKey,
          pollTemplates.map(({ id }) => id),
        ),
      ),
    )
  const [{ identity, version }, chosen, [stored], written, [counted], officials, moderators, invited, used] =
    await Promise.all([
      findIdentity(db),
      findSettings({ db, keys }),
      db
        .select({
          closedAt: site.setupClosedAt,
          mailTestedAt: isoTime(site.mailTestedAt),
          partsVersion: site.partsVersion,
        })
        .from(site),
      db.selectDistinct({ name: sitePages.name }).from(sitePages),
      db
        .select({ count: sql<number>`count(*)::int` })
        .from(db.select({ id: polls.id }).from(polls).where(isListedPoll()).limit(firstPolls).as('first')),
      db.$count(politicians, and(isNull(politicians.retiredAt), ne(politicians.source, 'sample'))),
      db.$count(users, hasRole('moderator')),
      countInvitedModerators(db),
      usedTemplates,
    ])
  const names = new Set<string>(written.map(({ name }) => name))
  const figures = figurePages.flatMap(([, ofPage]) => ofPage)
  const onServer = settingsOfAdmins.filter((name) => config.settings.includes(name))
  const { accessCode, mail } = chosen.settings
  const isChosen = accessCode !== undefined || onServer.includes('SITE_ACCESS_CODE')
  return {
    is_closed: stored?.closedAt != null,
    has_parts: (stored?.partsVersion ?? 0) > 0,
    is_named: version > 0,
    name: identity.name,
    shows_figures: figures.some(({ label }) => !identity.hidden.includes(label)),
    access: config.siteAccessCode === '' ? 'none' : isChosen ? 'own' : 'default',
    on_server: onServer,
    settings_version: chosen.version,
    mail_server: mail ? { host: mail.host, port: mail.port, user: mail.user, from: mail.from } : null,
    officials,
    sends_mail: config.smtpUrl !== undefined,
    mail_tested_at: stored?.mailTestedAt ?? null,
    missing_pages: requiredPages.filter((name) => !names.has(name)),
    has_contact: identity.contact !== '',
    polls: counted?.count ?? 0,
    used_templates: used.flatMap(({ id }) => id ?? []),
    moderators,
    invited_moderators: invited,
  }
}

/** Closes the list for all admins, or opens it again. */
export async function closeSetup(
  db: Db,
  { isClosed, by }: { isClosed: boolean; by: (tx: Db) => Promise<Decision> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    await tx.insert(site).values({}).onConflictDoNothing()
    const changed = await tx
      .update(site)
      .set({ setupClosedAt: isClosed ? sql`now()` : null })
      .where(isClosed ? isNull(site.setupClosedAt) : isNotNull(site.setupClosedAt))
      .returning({ isOnly: site.isOnly })
    if (changed.length === 0) return
    const reason = `The list of the set-up was ${isClosed ? 'closed' : 'opened'}.`
    await recordModeration(tx, { action: 'settings', subjectKind: 'site', subjectId: 0 }, { ...decision, reason })
  })
}
