import net from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The network that rate limits count: an IPv4 address, or the /64 of an IPv6 address, because one subscriber gets a whole
 * /64. With `neighbors`, the IPv4 /24 or the IPv6 /48, which one household, company or small provider may have. IPv4-mapped IPv6 addresses count as IPv4. Text that is not an address is returned unchanged.
 * A client that disconnected has no address.
 */
export function networkOf(address: string | undefined, { neighbors = false } = {}): string {
  if (address === undefined) return ''
  const [plain = ''] = address.split('%')
  const narrowed = (ipv4: string) => (neighbors ? ipv4.replace(/\.\d+$/, '.0/24') : ipv4)
  if (!net.isIPv6(plain)) return narrowed(address)
  const groups = groupsOf(plain)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return narrowed([groups[6], groups[7]].flatMap((group = 0) => [group >> 8, group & 255]).join('.'))
  const shared = groups.slice(0, neighbors ? 3 : 4).map((group) => group.toString(16))
  return `${shared.join(':')}::/${16 * shared.length}`
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
