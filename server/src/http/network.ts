import net from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, because one subscriber gets a whole
 * /64. IPv6 addresses that contain an IPv4 address count as that one: mapped, of NAT64, whose clients share one /64, and of
 * 6to4, which gives each IPv4 address 65,536 of them. Text that is not an address is returned unchanged.
 * A client that disconnected has no address.
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined) return ''
  const [plain = ''] = address.split('%')
  if (!net.isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const embedded = embeddedIPv4(groups)
  if (embedded) return embedded.flatMap((group) => [group >> 8, group & 255]).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** Its two groups. */
function embeddedIPv4(groups: readonly number[]): readonly number[] | undefined {
  const startsWith = (...prefix: number[]) => prefix.every((group, index) => groups[index] === group)
  if (startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return groups.slice(6)
  return startsWith(0x2002) ? groups.slice(1, 3) : undefined
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  )
  const [head = '', tail] = hex.split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const [before, after] = [parse(head), parse(tail ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/**
 * Warns once per process if requests come through a proxy while TRUST_PROXY is off: all visitors would then share the rate
 * limits of the proxy's address.
 */
export function warnAboutMissingTrustProxy(app: FastifyInstance): void {
  if (app.config.trustedProxies > 0) return
  let warned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true
      app.log.warn(
        'A request carries X-Forwarded-For while TRUST_PROXY is off. Behind a proxy, all visitors count as one address: ' +
          'set TRUST_PROXY to the number of proxies.',
      )
    }
    done()
  })
}
