import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const again = 'Done again, it changes nothing more: the next press of the button is its repetition.'
const text = 'What was typed stays in the form, and saving it again stores the same.'
const shown =
  'After a failure too, the page shows what the server has (useChange), and a repetition changes nothing more.'
const silent = 'Nobody waits for it, and nothing says that it failed: it is sent again by itself.'
const session = 'What is missing is the session, and the next try opens one.'

/** Writes of the web that do not ask the server what is so when no answer comes, and why that is right. */
const withoutRead: Record<string, string> = {
  reportError: silent,
  seeTerms: silent,
  identifyStream: silent,
  refreshToken: silent,
  logout: silent,
  markNotificationsRead: silent,
  givePendingAnswer: silent,
  enterSite: session,
  createToken: session,
  signInWithGoogle: session,
  finishSignIn: session,
  startPasskeySignIn: session,
  signInByPasskey: session,
  startGoogle: session,
  startProvider: session,
  signInWithProvider: session,
  claimSite: 'The link is used up once it worked, and signing in leads to the site.',
  register: 'Registering again says that the address has an account, and offers to sign in.',
  requestPasswordReset: 'Another mail with a code is sent, which is what the button says.',
  resendConfirmation: 'Another mail is sent, which is what the button says.',
  resendPersonConfirmation: 'Another mail is sent, which is what the button says.',
  sendTestMail: 'Another mail is sent, which is what the button says.',
  confirmPasswordReset: 'A used code is refused with a sentence, and the new password works.',
  openInvitation: again,
  acceptInvitation: again,
  openConfirmation: again,
  openMailedAnswer: again,
  releaseResults: again,
  countMailedAnswer: again,
  deleteMailedAnswer: 'A link whose answer was deleted is refused with a sentence.',
  confirmEmail: again,
  declineRegistration: 'A link of an account that is gone is refused with a sentence.',
  unsubscribe: again,
  subscribeToPush: again,
  unsubscribeFromPush: again,
  updateNotificationSettings: again,
  updateAccount: again,
  endOtherSessions: again,
  deleteAccount: 'The account that is gone signs the browser out with the next call.',
  updateProfile: text,
  createPost: 'The form has a key by which the server knows a repetition.',
  deleteReason: again,
  editReason: text,
  judgeReason: again,
  createTag: again,
  editPost: text,
  describePost: text,
  setCaptions: text,
  editForumComment: text,
  editDiscussion: text,
  openBallot: again,
  changeCircle: text,
  deleteCircle: 'A circle that is gone is not found, and the list shows what is there.',
  createCircle: 'A second circle with the name is refused with a sentence.',
  replaceList: again,
  createPaper: 'Another draft is written, which can be deleted.',
  deletePaper: 'A draft that is gone is not found, and the page shows what is there.',
  addToKit: 'The file is added twice, which the page shows, and one can be removed.',
  removeFromKit: again,
  printSheets: again,
  enterSheet: 'A sheet that is counted is refused with a sentence, and one that waits replaces the same entry.',
  sendPaper: again,
  remindPaper: 'The next reminder is refused for three days, with a sentence.',
  markNoOpinion: again,
  tieRollCall: again,
  createAppealByLink: 'A second appeal is refused with the sentence that there is one.',
  contactOffice: 'A second letter to an office within a day is refused with the sentence that one was sent.',
  muteUser: 'useMute reads the state for all four.',
  unmuteUser: 'useMute reads the state for all four.',
  blockUser: 'useMute reads the state for all four.',
  unblockUser: 'useMute reads the state for all four.',
  exportPerson: 'Nothing changes.',
  closeRegistration: shown,
  setRetention: shown,
  inviteStaff: shown,
  revokeInvitation: shown,
  createInviteLink: shown,
  closeSetup: shown,
  changeAccessCode: shown,
  changeMailServer: 'The same server is tried and set again, which is what the button says.',
  stopImport: shown,
  updateManagedAccount: shown,
  changeSiteIdentity: shown,
  changeSiteLogo: shown,
  publishSitePage: shown,
  featurePoll: shown,
  unfeaturePoll: shown,
  queueQuestion: shown,
  unqueueQuestion: shown,
  moveQuestion: shown,
  createCategory: shown,
  renameCategory: shown,
  moveCategory: shown,
  deleteCategory: shown,
  openMailDomain: shown,
  takeOutRecentAccounts: shown,
  endPersonSessions: shown,
  deletePerson: shown,
  startApp: 'A new secret replaces the one that nobody has seen.',
  confirmApp: 'The page shows that it is on, and new recovery codes can be made there.',
  renewRecoveryCodes: 'The next press makes others, and only the last ones count.',
  startPasskey: 'Nothing is stored until the passkey is added.',
  addPasskey: 'The page shows it, and new recovery codes can be made there.',
  removePasskey: 'The page shows what the server has.',
  removeApp: 'The page shows what the server has.',
  prove: 'A proof only gets newer, and the next press sends the password again.',
  suspendPeople: shown,
}

/** The names of all calls of the contract that write. */
async function findWrites(): Promise<Set<string>> {
  const files = globSync('contract/src/**/*.ts', { cwd: root, exclude: (file) => file.endsWith('.test.ts') })
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(path.join(root, file)).href) as Promise<Record<string, unknown>>),
  )
  const isWrite = (value: unknown) =>
    typeof value === 'object' && value !== null && 'url' in value && 'method' in value && value.method !== 'GET'
  return new Set(modules.flatMap((module) => Object.keys(module).filter((name) => isWrite(module[name]))))
}

/** From the parenthesis at `start` to the one that closes it. */
function endOfParentheses(source: string, start: number): number {
  let depth = 0
  for (let end = start; end < source.length; end++) {
    if (source[end] === '(') depth++
    if (source[end] === ')' && --depth === 0) return end
  }
  return source.length
}

const reading = /\b(?:sendOrRead|sendChoice|sendRemoval)(?:<[^(]*>)?(?=\()/g
const imports = /^import [^']*'[^']*'$/gm

/** The writes that a file names outside of what reads after a lost response, and without a key by which the server knows a repetition. */
function findWithoutRead(source: string, writes: ReadonlySet<string>): string[] {
  const imported = [...source.matchAll(imports)].join('\n')
  const code = source.replaceAll(imports, (lines) => ' '.repeat(lines.length))
  const guarded = [...code.matchAll(reading)].map(({ index, 0: name }) => {
    const start = index + name.length
    return { start, end: endOfParentheses(code, start) }
  })
  return [...code.matchAll(/(?<!typeof (?:\w+\.)?)\b\w+\b/g)].flatMap(({ 0: name, index }) => {
    if (!writes.has(name) || (code[index - 1] !== '.' && !new RegExp(`\\b${name}\\b`).test(imported))) return []
    const call = code.lastIndexOf('(', index)
    const hasKey = /idempotency_?key/i.test(code.slice(call, endOfParentheses(code, call)))
    return hasKey || guarded.some(({ start, end }) => start < index && index < end) ? [] : [name]
  })
}

test('each write of the web asks the server what is so when no answer comes, or says why not', async () => {
  const writes = await findWrites()
  const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root, exclude: (file) => /\.test\.tsx?$/.test(file) })
  const found = files
    .filter((file) => !file.includes('/testing/'))
    .flatMap((file) => findWithoutRead(readFileSync(path.join(root, file), 'utf8'), writes))
  expect([...new Set(found)].toSorted((a, b) => a.localeCompare(b))).toEqual(
    Object.keys(withoutRead).toSorted((a, b) => a.localeCompare(b)),
  )
})

const imported = "import {\n  createPost,\n  deletePost,\n  likePost,\n} from '@wtpu/contract/boiler-room/posts'\n"
test.each([
  [`${imported}call(deletePost, { params })`, ['deletePost']],
  ['call(posts.deletePost)', ['deletePost']],
  ['function deletePost() {}', []],
  [`${imported}type A = Output<typeof deletePost>`, []],
  [`${imported}sendOrRead(() => call(deletePost, { params }), () => read())`, []],
  [`${imported}sendOrRead<unknown>(() => call(yes ? likePost : deletePost), read)\ncall(deletePost)`, ['deletePost']],
  [`${imported}call(createPost, { body: { text, idempotency_key } })`, []],
])('finds writes without a read: %s', (source, expected) => {
  expect(findWithoutRead(source, new Set(['createPost', 'deletePost', 'likePost']))).toEqual(expected)
})
