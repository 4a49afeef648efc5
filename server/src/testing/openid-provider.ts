import type { AddressInfo } from 'node:net'
import { Provider, type Configuration } from 'oidc-provider'

/** Claims about a person, by name. */
type Person = Record<string, unknown>

interface Options {
  /** 0 picks any free port. */
  port?: number
  redirectUris: string[]
  /** People by login. Any other login gets a verified email at mail.example. */
  people?: Record<string, Person>
  /** The claims of each scope, in place of Google's. Like most providers, it then sends them on request, not in the ID token. */
  claims?: Record<string, string[]>
}

/** Starts a real OpenID provider on loopback in place of Google, with sign-in and consent pages. Accepts any password. */
export async function startOpenidProvider({ port = 0, ...options }: Options) {
  const listening = await listenFirst(port)
  const issuer = `http://localhost:${listening.port}`
  const provider = new Provider(issuer, configuration(options))
  listening.serve(provider)
  return {
    issuer,
    clientId: 'wtpu',
    clientSecret: 'a secret shared with the provider only',
    [Symbol.asyncDispose]: listening.close,
  }
}

function configuration({ redirectUris, people = {}, claims }: Omit<Options, 'port'>): Configuration {
  return {
    clients: [
      {
        client_id: 'wtpu',
        client_secret: 'a secret shared with the provider only',
        redirect_uris: redirectUris,
        post_logout_redirect_uris: redirectUris.map((uri) => new URL('/', uri).href),
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub'],
      ...(claims ?? { email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'picture'] }),
    },
    // Like Google, put the claims that the scopes request into the ID token.
    conformIdTokenClaims: claims !== undefined,
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({
        sub: login,
        ...(people[login] ?? {
          email: `${login}@mail.example`,
          email_verified: true,
          given_name: `${login.charAt(0).toUpperCase()}${login.slice(1)}`,
          family_name: 'Google',
        }),
      }),
    }),
  }
}

/** Listens before the provider exists, because the issuer URL contains the port. */
async function listenFirst(port: number) {
  const { createServer } = await import('node:http')
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, 'localhost', resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    serve: (provider: Provider) => void server.on('request', provider.callback()),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Completes sign-in and consent as a browser would. Returns the URL that the provider redirects to. */
export async function signInAtProvider(address: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  const request = async (url: string, form?: Record<string, string>) => {
    const reply = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    return { reply, next: reply.headers.get('location') }
  }
  let url = address
  const origin = new URL(address).origin
  for (let step = 0; step < 12; step++) {
    const { reply, next } = await request(url)
    if (next && !new URL(next, origin).href.startsWith(origin)) return new URL(next)
    if (next) {
      url = new URL(next, origin).href
      continue
    }
    const page = await reply.text()
    const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1]
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (!action || !prompt) throw new Error(`No form at ${url}: ${page.slice(0, 300)}`)
    const sent = await request(new URL(action, origin).href, { prompt, login, password: 'any' })
    if (!sent.next) throw new Error(`${action} did not redirect`)
    url = new URL(sent.next, origin).href
    if (!url.startsWith(origin)) return new URL(url)
  }
  throw new Error('The provider did not redirect back within 12 steps')
}
