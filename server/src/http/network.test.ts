import { expect, test } from 'vitest'
import { boundsOf, networkOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['64:ff9b::203.0.113.7', '203.0.113.7'],
  ['2002:cb00:7107:abcd::9', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
  [undefined, ''],
])('counts %s as the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('counts addresses in one IPv6 /64 as one network, and a neighboring /64 as another', () => {
  expect(networkOf('2001:db8::1')).toBe(networkOf('2001:db8:0:0:ffff::9'))
  expect(networkOf('2001:db8::1')).not.toBe(networkOf('2001:db8:0:1::1'))
})

test.each([
  ['203.0.113.7', []],
  ['user 7', []],
  ['2001:db8:1:fe02::/64', ['22 2001:db8:1:fe00::/56', '60 2001:db8:1:0::/48']],
])('a limit of 20 for %s also counts %j', (key, around) => {
  expect(boundsOf(key, 20).map((bound) => `${bound.max} ${bound.key}`)).toEqual([`20 ${key}`, ...around])
})
