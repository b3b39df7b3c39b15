import { assert, ipV4, ipV6, property } from 'fast-check'
import { isPublicAddress } from './publicAddress.ts'

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.255.255',
  '172.32.0.1',
  '192.167.255.255',
  '198.17.255.255',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00::1',
  '::ffff:1.1.1.1',
  '::ffff:101:101',
  '64:ff9b::1.1.1.1',
])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this host', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['a private network', '10.0.0.1'],
  ['a private network', '172.16.0.1'],
  ['a private network', '172.31.255.255'],
  ['a private network', '192.168.1.1'],
  ['a carrier network', '100.64.0.1'],
  ['loopback', '127.0.0.1'],
  ['loopback', '127.255.255.254'],
  ['the metadata service of a cloud', '169.254.169.254'],
  ['protocol assignments', '192.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['relays of 6to4', '192.88.99.1'],
  ['benchmarks', '198.19.255.255'],
  ['multicast', '224.0.0.1'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['this host', '::'],
  ['loopback', '::1'],
  ['loopback', '0:0:0:0:0:0:0:1'],
  ['IPv4 as IPv6, mapped', '::ffff:127.0.0.1'],
  ['IPv4 as IPv6, mapped', '::ffff:7f00:1'],
  ['IPv4 as IPv6, mapped', '::FFFF:10.0.0.1'],
  ['IPv4 as IPv6, mapped', '0:0:0:0:0:ffff:a9fe:a9fe'],
  ['IPv4 as IPv6, compatible', '::127.0.0.1'],
  ['IPv4 as IPv6, compatible', '::1.1.1.1'],
  ['IPv4 as IPv6, translated', '64:ff9b::127.0.0.1'],
  ['IPv4 as IPv6, translated', '64:ff9b::a00:1'],
  ['IPv4 as IPv6, translated locally', '64:ff9b:1::1.1.1.1'],
  ['IPv4 as IPv6, 6to4', '2002:7f00:1::'],
  ['IPv4 as IPv6, Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ['discard-only', '100::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['unique local', 'fc00::1'],
  ['unique local', 'fd12:3456::1'],
  ['link-local', 'fe80::1'],
  ['link-local', 'fe80::1%eth0'],
  ['a public address with a zone', '2606:4700::1%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['segment routing', '5f00::1'],
  ['a name', 'localhost'],
  ['an empty text', ''],
  ['a short form', '127.1'],
  ['a number', '2130706433'],
  ['octal', '0177.0.0.1'],
])('%s is not public: %s', (_, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('an IPv4 address and its IPv6 form are either both public or both not', () => {
  assert(
    property(ipV4(), (address) => {
      const isPublic = isPublicAddress(address)
      expect(isPublicAddress(`::ffff:${address}`)).toBe(isPublic)
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublic)
      expect(isPublicAddress(`::${address}`)).toBe(false)
    }),
    { numRuns: 100 },
  )
})

test('whether an IPv6 address is public does not depend on its notation', () => {
  assert(
    property(ipV6(), (address) => {
      const shortest = new URL(`http://[${address}]/`).hostname.slice(1, -1)
      expect(isPublicAddress(address.toUpperCase())).toBe(isPublicAddress(shortest))
    }),
    { numRuns: 100 },
  )
})
