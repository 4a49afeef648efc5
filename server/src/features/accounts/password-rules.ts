import { passwordMinLength, passwordRefusals } from '@wtpu/contract/accounts'
import { oneLine } from '@wtpu/contract/text'

/** How many of the passwords that are long enough to be chosen here count as common. */
const commonCount = 10_000

let loaded: Promise<Set<string>> | undefined

/** Loaded with the first new password: unpacking the list takes some 50 ms. */
function commonPasswords(): Promise<Set<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    // Most common first, all in lower case.
    const longEnough = dictionary['passwords-common'].filter((one) => one.length >= passwordMinLength)
    return new Set(longEnough.slice(0, commonCount))
  })
  return loaded
}

/** Why this password must not be chosen for the account with this email, as a sentence for its field. */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  if (password.length < passwordMinLength) return `Password must be at least ${passwordMinLength} characters`
  const plain = oneLine(password).normalize('NFKC').toLowerCase()
  if (plain === '') return passwordRefusals.blank
  const address = email.trim().toLowerCase()
  if (plain === address || plain === address.split('@')[0]) {
    return passwordRefusals.email
  }
  if ((await commonPasswords()).has(plain)) return passwordRefusals.common
  return undefined
}
