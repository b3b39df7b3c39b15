import { clientNetwork, clientSite } from './clientNetwork.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['2001:db8:1:2:3:4::', '2001:db8:1:2::/64'],
  ['', ''],
])('%s is counted as %s', (address, network) => expect(clientNetwork(address)).toBe(network))

test('all addresses in one IPv6 /64 count as one client, and all addresses in the next /64 as another client', () => {
  expect(clientNetwork('2001:db8:1:2:ffff::1')).toBe(clientNetwork('2001:db8:1:2::2'))
  expect(clientNetwork('2001:db8:1:3::2')).not.toBe(clientNetwork('2001:db8:1:2::2'))
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['', ''],
])('if all networks of an owner count as one client, %s is counted as %s', (address, site) =>
  expect(clientSite(address)).toBe(site),
)
