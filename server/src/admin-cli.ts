import { runCommand } from '#db/run-cli.ts'
import type { Db } from '#db/client.ts'
import { findStaff, setRole, setVerified, staffRoles } from '#features/accounts/staff.ts'
import { setFeatured } from '#features/polls/staff.ts'
import { allChangesTold } from '#live/changed.ts'

const usage = `npm run admin -- COMMAND

  list                            who is on the staff
  grant EMAIL moderator|admin     gives a role
  revoke EMAIL                    takes it away
  verify EMAIL, unverify EMAIL    the mark of an identified person
  feature ID, unfeature ID        a poll, by the number in its address`

type Run = (db: Db, subject: string, role: string) => Promise<string | void>

/** Each with how many words it takes. */
const commands: Record<string, [words: number, run: Run]> = {
  list: [0, async (db) => staffList(await findStaff(db))],
  grant: [2, (db, email, role) => setRole(db, email, staffRoles.find((one) => one === role) ?? wrong())],
  revoke: [1, (db, email) => setRole(db, email, 'user')],
  verify: [1, (db, email) => setVerified(db, email, true)],
  unverify: [1, (db, email) => setVerified(db, email, false)],
  feature: [1, (db, id) => setFeatured(db, number(id), true)],
  unfeature: [1, (db, id) => setFeatured(db, number(id), false)],
}

await runCommand(async ({ open }) => {
  const [name, ...words] = process.argv.slice(2)
  if (name === undefined) return console.log(usage)
  const [wanted, run] = commands[name] ?? wrong()
  const [subject = '', role = ''] = words
  if (words.length !== wanted || words.includes('')) wrong()
  const { db } = await open()
  console.log((await run(db, subject, role)) ?? `  Done: ${[name, ...words].join(' ')}`)
  await allChangesTold(db)
})

function staffList(staff: Awaited<ReturnType<typeof findStaff>>): string {
  return staff.map((one) => `  ${one.role.padEnd(11)}${one.email}`).join('\n') || '  Nobody yet.'
}

function number(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : wrong()
}

function wrong(): never {
  throw new Error(usage)
}
