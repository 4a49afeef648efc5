import { runCommand } from '#db/run-cli.ts'
import { findStaff, setRole, setVerified, staffRoles } from '#features/accounts/staff.ts'

const usage = `npm run admin -- COMMAND

  list                            who is on the staff
  grant EMAIL moderator|admin     gives a role
  revoke EMAIL                    takes it away
  verify EMAIL, unverify EMAIL    the mark of an identified person`

await runCommand(async ({ open }) => {
  const [command = '', email = '', role, ...rest] = process.argv.slice(2)
  const wrong = new Error(usage)
  const wanted = staffRoles.find((one) => one === role)
  const wellFormed =
    rest.length === 0 &&
    (command === 'grant' ? email && wanted : role === undefined && (command === 'list' ? email === '' : email))
  if (!wellFormed || !['list', 'grant', 'revoke', 'verify', 'unverify'].includes(command)) throw wrong
  const { db } = await open()
  if (command === 'grant') await setRole(db, email, wanted ?? 'user')
  if (command === 'revoke') await setRole(db, email, 'user')
  if (command === 'verify' || command === 'unverify') await setVerified(db, email, command === 'verify')
  if (command !== 'list') return console.log(`  Done: ${[command, email, role].filter(Boolean).join(' ')}`)
  const staff = await findStaff(db)
  console.log(
    staff.length === 0 ? '  Nobody yet.' : staff.map((one) => `  ${one.role.padEnd(11)}${one.email}`).join('\n'),
  )
})
