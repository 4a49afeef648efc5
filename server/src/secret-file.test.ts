import { chmodSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { loadOrCreateSecret, readSecretFile, secretFile, writeNewSecret } from './secret-file.ts'

test('makes a secret once, which only its owner reads', () => {
  const dataDir = temporaryFolder().at('data')

  expect(readSecretFile(dataDir)).toBeUndefined()
  const secret = loadOrCreateSecret(dataDir)
  expect(secret).toMatch(/^[0-9a-f]{64}$/)
  expect(loadOrCreateSecret(dataDir)).toBe(secret)
  expect(statSync(secretFile(dataDir)).mode & 0o777).toBe(0o600)
})

test('a new secret is readable only by its owner, also where a file was left behind', () => {
  const { at } = temporaryFolder({ 'jwt-secret.new': 'left behind' })
  chmodSync(at('jwt-secret.new'), 0o644)

  const next = writeNewSecret(at(), 'x'.repeat(64))
  expect(statSync(next.file).mode & 0o777).toBe(0o600)
  next.use()
  expect(readSecretFile(at())).toBe('x'.repeat(64))
})

test.each(['', 'short\n'])('does not run with a secret that was cut: %j', (content) => {
  const { at } = temporaryFolder({ 'jwt-secret': content })
  expect(() => loadOrCreateSecret(at())).toThrow('has fewer than 32 characters')
})

test('says in one sentence that the secret cannot be read', () => {
  const { at, write } = temporaryFolder()
  // Root may read every file, but not a folder as if it was one.
  write('jwt-secret/file', '')
  expect(() => loadOrCreateSecret(at())).toThrow(/jwt-secret cannot be read \(EISDIR\)\. Make it readable/)
})
