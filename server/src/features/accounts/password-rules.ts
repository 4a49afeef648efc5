import { passwordMinLength, passwordErrors } from '@wtpu/contract/accounts/accounts'
import { toSingleLine } from '@wtpu/contract/schemas'

/** Size of the blocklist: the most common passwords among those of sufficient length. */
const commonCount = 10_000

let loaded: Promise<Set<string>> | undefined

/** Loaded on first use, because unpacking the list takes about 50 ms. */
function commonPasswords(): Promise<Set<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    // The list is in lower case, most common first.
    const longEnough = dictionary['passwords-common'].filter((one) => one.length >= passwordMinLength)
    return new Set(longEnough.slice(0, commonCount))
  })
  return loaded
}

/** Returns the error message for a password that this account may not use, or undefined if it may. */
export async function passwordProblem(password: string, email: string): Promise<string | undefined> {
  if (password.length < passwordMinLength) return `Password must be at least ${passwordMinLength} characters`
  const plain = toSingleLine(password).normalize('NFKC').toLowerCase()
  if (plain === '') return passwordErrors.blank
  const address = email.trim().toLowerCase()
  if (plain === address || plain === address.split('@')[0]) {
    return passwordErrors.email
  }
  if ((await commonPasswords()).has(plain)) return passwordErrors.common
  return undefined
}
