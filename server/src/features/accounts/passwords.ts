import { hash, verify } from '@node-rs/argon2'

// The library's default algorithm is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost)
}

const nobody = hashPassword('an account that does not exist')

/** Takes the same time whether or not there is a hash to compare with (decision 107). */
export async function passwordMatches(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await nobody), password)
  return matches && passwordHash != null
}
