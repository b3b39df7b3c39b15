import { readAddress } from './readAddress.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  [' 192.0.2.7:4711 ', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
  ['2001:0DB8:0:0::0001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['"[2001:db8::1]:4711"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('the text %s from a proxy is read as %s', (text, address) => expect(readAddress(text)).toBe(address))

test.each(['', 'unknown', '_hidden', '192.0.2', '192.0.2.7:port', '192.0.2.7:123456', '[192.0.2.7', '[]:80', '1'])(
  '%j is not an address',
  (text) => expect(readAddress(text)).toBeUndefined(),
)
