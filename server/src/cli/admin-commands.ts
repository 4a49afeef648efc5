import { removableKinds } from '#writing/hide.ts'
import type { Config } from '#config.ts'
import type { Db } from '#db/client.ts'
import { openKeys } from '#db/site-keys.ts'
import { type Decision, findModerationActions } from '#community/moderation.ts'
import { changeAccountByEmail, findStaff, staffRoles } from '#features/admin/accounts.ts'
import { createSetupLink } from '#features/admin/setup.ts'
import { setupLinkHours } from '@wtpu/contract/site/on-demand/setup'
import { setFeatured } from '#features/admin/featured-polls.ts'
import { rotateSecret } from './rotate-secret.ts'
import { userName } from './run-command.ts'
import { blockAccount, removeContent, unblockAccount } from '#features/moderation/on-server.ts'
import { runCommonGround, type RunSummary } from '#features/common-ground/run.ts'
import { rotateKey } from '#features/tally/log.ts'
import { SessionCache } from '#http/session-cache.ts'
import { removeDemo } from '#demo/remove-demo.ts'
import { removeLostFactor } from '#features/accounts/factors/on-server.ts'
import { closeAccount } from '#features/accounts/account.ts'
import { createTokens } from '#http/tokens.ts'
import { flushInvalidations } from '#live/publish.ts'
import { openMailQueue } from '#mail/outbox.ts'
import { copyFolder, mediaFolder, type FileStore } from '#media/file-store.ts'

export const usage = `npm run admin -- COMMAND

First admin:
  setup-link                      prints a link that makes its owner the first admin

Staff and badges:
  list                            shows the members of staff
  grant EMAIL moderator|admin     grants a role
  revoke EMAIL                    revokes the role
  remove-factor EMAIL             removes a lost second factor, and ends the sessions of the account
  verify EMAIL, unverify EMAIL    sets or clears the badge of a verified identity
  feature ID, unfeature ID        adds or removes a featured poll (ID: the number in its URL)

Moderation. Each command needs a reason and is recorded permanently. The reason is public, in the log of the site:
  remove poll ID REASON           removes a poll from the site; its votes are kept
  remove post ID REASON           removes a post of the Boiler Room; its images and video can be restored for 31 days
  remove discussion ID REASON     removes a discussion of the forums, with its comments
  remove comment ID REASON        removes a comment from an official's wall, a post or a discussion
  block EMAIL REASON              ends all sessions of an account and prevents sign-in; its votes stay counted
  unblock EMAIL REASON            allows sign-in again
  log                             shows the last 50 actions

Uploads:
  media move                      copies the files of DATA_DIR/media into MEDIA_STORE; can be repeated

Demo:
  demo remove                     removes its people, officials and content, and what was written below that content

Common Ground:
  common-ground run               computes it now and prints what was found

Tally log:
  tally rotate-key                signs the log with a new key from now on

Secret (stop the servers first):
  secret rotate                   replaces JWT_SECRET by a new one, and ends all sessions; stored data stays readable.
                                  With OLD_JWT_SECRET set to the earlier one, changes to the JWT_SECRET that is set

The log records your user name on this machine. To record another name: --by NAME`

interface Input {
  words: string[]
  decision: Decision
  files: FileStore
  config: Config
}
type Run = (db: Db, input: Input) => Promise<string | void>

function changeOf(change: { role?: 'user'; verified?: boolean }): Run {
  return async (db, { words: [email = ''], decision, config }) => {
    await changeAccountByEmail(await appOf(db, config), email, change, decision)
  }
}

function featureRun(featured: boolean): Run {
  return (db, { words: [id = ''], decision }) =>
    setFeatured(db, { pollId: number(id), featured, by: async () => decision })
}

/** `words`: the number of arguments before the reason. `reason`: a reason is required. */
const commands: Record<string, { words: number; reason?: true; run: Run }> = {
  'setup-link': {
    words: 0,
    run: async (db, { config }) => {
      const link = await createSetupLink(db, config)
      if (!link) throw new Error('The site has an admin: npm run admin -- list')
      return `  Set up this site: ${link}\n  The link works once, for ${setupLinkHours} hours. Earlier ones have ended.`
    },
  },
  list: { words: 0, run: async (db) => staffList(await findStaff(db)) },
  grant: {
    words: 2,
    run: async (db, { words: [email = '', name], decision, config }) => {
      const role = staffRoles.find((known) => known === name) ?? failWithUsage()
      const { isConfirmed } = await changeAccountByEmail(await appOf(db, config), email, { role }, decision)
      const warning = `  ${email} is not confirmed: make sure that the account belongs to the person you mean.`
      return [`  Done: grant ${email} ${role}`, ...(isConfirmed ? [] : [warning])].join('\n')
    },
  },
  revoke: { words: 1, run: changeOf({ role: 'user' }) },
  'remove-factor': {
    words: 1,
    run: async (db, { words: [email = ''], decision, config }) =>
      removeLostFactor(await appOf(db, config), email, decision),
  },
  verify: { words: 1, run: changeOf({ verified: true }) },
  unverify: { words: 1, run: changeOf({ verified: false }) },
  feature: { words: 1, run: featureRun(true) },
  unfeature: { words: 1, run: featureRun(false) },
  remove: {
    words: 2,
    reason: true,
    run: async (db, { words: [name, id = ''], decision, config }) => {
      const kind = removableKinds.find((known) => known === name) ?? failWithUsage()
      await removeContent(await appOf(db, config), { kind, id: number(id) }, decision)
      return `  Done: remove ${name} ${id}\n  Its reason is public: ${config.publicUrl}/moderation/log`
    },
  },
  block: {
    words: 1,
    reason: true,
    run: async (db, { words: [email = ''], decision, config }) =>
      blockAccount(await appOf(db, config), email, decision),
  },
  unblock: {
    words: 1,
    reason: true,
    run: async (db, { words: [email = ''], decision, config }) =>
      unblockAccount(await appOf(db, config), email, decision),
  },
  media: { words: 1, run: (_db, input) => (input.words[0] === 'move' ? moveMedia(input) : failWithUsage()) },
  demo: { words: 1, run: (db, input) => (input.words[0] === 'remove' ? removeDemoOf(db, input) : failWithUsage()) },
  'common-ground': {
    words: 1,
    run: async (db, { words: [action] }) =>
      action === 'run' ? describeRun(await runCommonGround(db)) : failWithUsage(),
  },
  tally: {
    words: 1,
    run: async (db, { words: [action], config }) =>
      action === 'rotate-key'
        ? `  New public key: ${await rotateKey(db, (await openKeys(db, config.jwtSecret)).tally)}`
        : failWithUsage(),
  },
  secret: {
    words: 1,
    run: (db, { words: [action], config }) => (action === 'rotate' ? rotateSecret(db, config) : failWithUsage()),
  },
  log: { words: 0, run: async (db) => actionList(await findModerationActions(db)) },
}

/** Runs the command that `args` names and returns what to print. `open` is called only if the arguments are valid. */
export async function runAdminCommand(
  args: string[],
  open: () => Promise<{ db: Db } & Pick<Input, 'files' | 'config'>>,
): Promise<string> {
  const { actor, rest } = parseActor(args)
  const [name, ...parameters] = rest
  if (name === undefined) return usage
  const command = commands[name] ?? failWithUsage()
  const words = parameters.slice(0, command.words)
  const reason = parameters.slice(command.words).join(' ').trim()
  if (words.length !== command.words || words.includes('') || (reason !== '') !== (command.reason === true))
    failWithUsage()
  const { db, ...opened } = await open()
  const output = await command.run(db, { words, decision: { actor, reason }, ...opened })
  await flushInvalidations(db)
  return output ?? `  Done: ${rest.join(' ')}`
}

/** The parts of a server that decisions need. */
async function appOf(db: Db, config: Config) {
  const sessionCache = new SessionCache(db, createTokens(config.jwtSecret), config)
  return { db, config, sessionCache, outbox: openMailQueue((await openKeys(db, config.jwtSecret)).mail) }
}

async function moveMedia({ config, files }: Input): Promise<string> {
  if (!config.mediaStore) throw new Error('Set MEDIA_STORE to the store that is to receive the files.')
  await files.check()
  const { copied, present } = await copyFolder(mediaFolder(config.dataDir), files)
  return `  Copied ${copied} files; ${present} were there before.`
}

async function removeDemoOf(db: Db, { config, files }: Input): Promise<string> {
  const { rows, remaining } = await removeDemo({ db, files })
  const { voterKey } = await openKeys(db, config.jwtSecret)
  for (const id of remaining) await closeAccount({ db, files, voterKey }, id)
  await runCommonGround(db)
  const names = ['users', 'politicians', 'polls', 'posts', 'discussions', 'comments']
  return `  Removed: ${names.map((name) => `${rows.get(name) ?? 0} ${name}`).join(', ')}.`
}

function describeRun({ status, voters, polls, groups, agree, divide, line, lineVerdicts }: RunSummary): string {
  const basis = `${voters} voters with enough votes, ${polls} polls with enough votes.`
  const sizes = groups.map(({ id, size }) => `${id} (${size})`).join(', ')
  const ofGroups = {
    too_few: 'Not enough votes yet for groups.',
    no_groups: 'No clear groups.',
    groups: `Groups: ${sizes}\n  Common ground: ${agree} polls. Divided: ${divide} polls.`,
  }[status]
  const reliability = line.reliability?.toFixed(2)
  const ofLine = {
    too_few: 'Not enough votes yet for a line.',
    no_structure: 'No line: the votes show nothing clearer than chance.',
    habit: 'No line: the order is mostly that some people take the first answer more often.',
    no_line: `No line: rank reliability ${reliability}.`,
    line: `Line of ${line.voters} voters, rank reliability ${reliability}. Polls: ${lineVerdicts}.`,
  }[line.status]
  return `  ${basis}\n  ${ofGroups}\n  ${ofLine}`
}

function parseActor(args: string[]): { actor: string; rest: string[] } {
  const at = args.indexOf('--by')
  if (at < 0) return { actor: userName(), rest: args }
  const actor = args[at + 1]?.trim() || failWithUsage()
  return { actor, rest: args.toSpliced(at, 2) }
}

function staffList(staff: Awaited<ReturnType<typeof findStaff>>): string {
  return staff.map((user) => `  ${user.role.padEnd(11)}${user.email}`).join('\n') || '  No staff yet.'
}

function actionList(actions: Awaited<ReturnType<typeof findModerationActions>>): string {
  const line = (action: (typeof actions)[number]) =>
    `  ${action.createdAt.toISOString()}  ${action.actor}: ${action.action} ${action.subjectKind} ${action.subjectId}: ${action.reason}`
  return actions.map(line).join('\n') || '  No actions yet.'
}

function number(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : failWithUsage()
}

function failWithUsage(): never {
  throw new Error(usage)
}
