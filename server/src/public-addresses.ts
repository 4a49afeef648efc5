import dns, { type LookupAddress } from 'node:dns'
import net from 'node:net'
import { LRUCache } from 'lru-cache'

/** Loopback, link-local, private and other addresses that are not on the public internet. */
const blocked = new net.BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  blocked.addSubnet(address, prefix, 'ipv4')
}
/**
 * Only global unicast (2000::/3) is public, without the ranges for protocols, documentation and embedded IPv4 addresses.
 * Mapped IPv4 addresses, NAT64 and unique local addresses are outside it.
 */
const globalUnicast = new net.BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const reserved = new net.BlockList()
reserved.addSubnet('2001::', 23, 'ipv6')
reserved.addSubnet('2001:db8::', 32, 'ipv6')
reserved.addSubnet('2002::', 16, 'ipv6')
reserved.addSubnet('3fff::', 20, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (net.isIPv4(address)) return !blocked.check(address, 'ipv4')
  return net.isIPv6(address) && globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

/** The host of a URL, if it is an address. A connection to it needs no look-up. */
function addressOf({ hostname }: URL): string | undefined {
  const plain = hostname.replace(/^\[|\]$/g, '')
  return net.isIP(plain) === 0 ? undefined : plain
}

/** Whether the host of a URL can be public: an address that is, or a name of the public DNS. Looks nothing up. */
export function canBePublic(url: URL): boolean {
  const address = addressOf(url)
  if (address !== undefined) return isPublicAddress(address)
  return /\.(?!(?:localhost|local|internal|arpa)\.?$)[^.]+\.?$/.test(url.hostname)
}

const keptMilliseconds = 5 * 60_000
const failureKeptMilliseconds = 60_000
const maxWaiting = 100

/**
 * Finds the public addresses of hosts, one name at a time and within a time limit, because people choose these names and may
 * also run their name servers. c-ares needs no thread of libuv's pool, unlike `dns.lookup`. While a known name is looked up
 * again, its last addresses are used, so that silent name servers never hold up known push services.
 */
export class PublicHosts {
  readonly #servers: string[] | undefined
  readonly #limit: number
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  readonly #names = new LRUCache<string, LookupAddress[]>({
    max: 1_000,
    ttl: keptMilliseconds,
    allowStale: true,
    fetchMethod: async (name, _stale, { options }) => {
      const found = await this.#inTurn(name)
      if (found.length === 0) options.ttl = failureKeptMilliseconds
      return found
    },
  })

  /** `servers`: the name servers. Defaults to those of the machine. */
  constructor({ servers, limit = 2_000 }: { servers?: string[]; limit?: number } = {}) {
    this.#servers = servers
    this.#limit = limit
  }

  /** None if the name is unknown or one of its addresses is not public. @throws Error if too many names wait. */
  async find(url: URL): Promise<LookupAddress[]> {
    if (!canBePublic(url)) return []
    const address = addressOf(url)
    if (address !== undefined) return [{ address, family: net.isIP(address) }]
    return (await this.#names.fetch(url.hostname)) ?? []
  }

  async #inTurn(name: string): Promise<LookupAddress[]> {
    if (this.#waiting >= maxWaiting) throw new Error('Too many names are looked up.')
    this.#waiting++
    const found = this.#last.then(() => this.#lookUp(name))
    this.#last = found.finally(() => this.#waiting--)
    return found
  }

  async #lookUp(name: string): Promise<LookupAddress[]> {
    const resolver = new dns.promises.Resolver({ timeout: this.#limit, tries: 1 })
    if (this.#servers) resolver.setServers(this.#servers)
    const timer = setTimeout(() => resolver.cancel(), this.#limit)
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    clearTimeout(timer)
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    return found.every(isPublicAddress) ? found.map((address) => ({ address, family: net.isIP(address) })) : []
  }
}

/** Connects to addresses that were checked, so that a name cannot change in between. */
export function lookupOf(addresses: LookupAddress[]): net.LookupFunction {
  return (_hostname, { all }, callback) => {
    const [first] = addresses
    if (!first) callback(new Error('The address is not public.'), '')
    else if (all) callback(null, addresses)
    else callback(null, first.address, first.family)
  }
}
