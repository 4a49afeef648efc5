import dns from 'node:dns'
import net from 'node:net'

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
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  blocked.addSubnet(address, prefix, 'ipv4')
}
/** Only global unicast (2000::/3) is public, without the ranges that embed IPv4 addresses. */
const globalUnicast = new net.BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
const embedding = new net.BlockList()
embedding.addSubnet('2001::', 32, 'ipv6')
embedding.addSubnet('2001:db8::', 32, 'ipv6')
embedding.addSubnet('2002::', 16, 'ipv6')

export function isPublicAddress(address: string): boolean {
  if (net.isIPv4(address)) return !blocked.check(address, 'ipv4')
  return net.isIPv6(address) && globalUnicast.check(address, 'ipv6') && !embedding.check(address, 'ipv6')
}

/** Resolves a name for a connection, and fails if one of its addresses is not public. So it holds when a request is sent. */
export const publicLookup: net.LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '')
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new Error('The address is not public.'), '')
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

/** The host of a URL, if it is an address. A connection to it needs no look-up. */
export function addressOf({ hostname }: URL): string | undefined {
  const plain = hostname.replace(/^\[|\]$/g, '')
  return net.isIP(plain) === 0 ? undefined : plain
}

/** Whether all addresses of the URL's host are public now. */
export async function isPublicUrl(url: URL): Promise<boolean> {
  const address = addressOf(url)
  if (address !== undefined) return isPublicAddress(address)
  try {
    const found = await dns.promises.lookup(url.hostname, { all: true })
    return found.length > 0 && found.every((resolved) => isPublicAddress(resolved.address))
  } catch {
    return false
  }
}
