import { test as base, type BrowserContext, type Page } from '@playwright/test'

let made = 0
/** A person nobody else in this run is. */
export function newPerson() {
  const number = `${process.pid}${Date.now()}${made++}`
  return {
    first_name: 'Casey',
    last_name: 'Walker',
    email: `casey.${number}@wtpu.example`,
    password: 'a long walk',
    state: 'New York',
  }
}

/** Past the site gate, as a returning visitor is. */
export async function passGate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('wtpu-authenticated', 'true'))
}

/** A fresh account, signed in on every page that the context opens. */
export async function signIn(
  context: BrowserContext,
  baseURL: string,
  as: { last_name?: string; email?: string } = {},
) {
  const person = { ...newPerson(), ...as }
  const { email, password, ...names } = person
  const registered = await context.request.post(`${baseURL}/auth/api/register/`, {
    data: { ...names, email, password, confirm_password: password },
    headers: { 'x-forwarded-for': anAddress() },
  })
  if (!registered.ok()) throw new Error(`sign-up: ${registered.status()} ${await registered.text()}`)
  const reply = await context.request.post(`${baseURL}/auth/api/token/`, {
    data: { username: email, password },
    headers: { 'x-forwarded-for': anAddress() },
  })
  const tokens: { access: string; refresh: string } = await reply.json()
  await context.addInitScript(({ access, refresh }) => {
    // Once per context: a later sign-out stays one.
    if (sessionStorage.getItem('e2e-signed-in')) return
    sessionStorage.setItem('e2e-signed-in', 'true')
    localStorage.setItem('access', access)
    localStorage.setItem('refresh', refresh)
  }, tokens)
  return person
}

/** The server under test trusts its proxy, so that each test has the limits of an address of its own. */
export function anAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1
  return `10.${part()}.${part()}.${part()}`
}

interface Fixtures {
  /** Past the gate, signed out. */
  visitor: Page
  /** Past the gate, signed in with an account of its own. */
  citizen: Page
}

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': anAddress() })
    await use(context)
  },
  visitor: async ({ context }, use) => {
    await passGate(context)
    await use(await context.newPage())
  },
  citizen: async ({ context, baseURL }, use) => {
    await passGate(context)
    await signIn(context, baseURL ?? '')
    await use(await context.newPage())
  },
})

export { expect } from '@playwright/test'
