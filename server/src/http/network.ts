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

/** How many times the bound of a /64 limits allow for the networks around it, in tenths. */
const wider = [
  // A home line. It does what one IPv4 address does, and neighbors keep a little when one /64 has used its own up.
  { prefix: 56, tenths: 11 },
  // A large home line, a campus, or the phones of one operator in a city.
  { prefix: 48, tenths: 30 },
]

export interface Bound {
  key: string
  max: number
}

/**
 * What a limit of `max` counts for a client with this key: the key itself and, if it is the /64 of `networkOf`, the /56 and /48
 * around it with bounds that grow, because a line that has one of them could otherwise use thousands of /64s.
 */
export function boundsOf(key: string, max: number): Bound[] {
  const [, route, subnet] = /^((?:[\da-f]+:){3})([\da-f]+)::\/64$/.exec(key) ?? []
  if (route === undefined || subnet === undefined) return [{ key, max }]
  const around = wider.map(({ prefix, tenths }) => {
    const group = Number.parseInt(subnet, 16) & (0xffff << (64 - prefix))
    return { key: `${route}${group.toString(16)}::/${prefix}`, max: Math.floor((max * tenths) / 10) }
  })
  return [{ key, max }, ...around]
}

/** The /48 around a /64, otherwise the key itself: for what each client may do only a few times in all. */
export const widestOf = (key: string): string => boundsOf(key, 1).at(-1)?.key ?? key

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
