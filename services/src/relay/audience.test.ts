import { leadsHere } from './audience.ts'

test.each([
  ['the local services', 'ws://localhost:4302/relay', 'localhost:4302'],
  ['the standard port, written or not', 'wss://relay.example:443', 'relay.example'],
  ['the standard port, written only by the client', 'wss://relay.example/relay', 'relay.example:443'],
  ['another letter case', 'wss://Relay.Example', 'relay.EXAMPLE'],
  ['an IPv6 address', 'ws://[::1]:4302', '[::1]:4302'],
])('a token for %s is accepted', (_, url, host) => {
  expect(leadsHere(url, [], host)).toBe(true)
})

test.each([
  ['another host', 'wss://elsewhere.example', 'relay.example'],
  ['another port', 'ws://localhost:4302', 'localhost:4303'],
  ['an invalid URL', 'relay.example', 'relay.example'],
  ['a URL without a host', 'data:,x', ''],
  ['an invalid host', 'wss://relay.example', 'a b'],
  ['a client without a host', 'wss://relay.example', undefined],
])('a token for another audience is refused: %s', (_, url, host) => {
  expect(leadsHere(url, [], host)).toBe(false)
})

test('a relay with configured public URLs accepts only tokens for these URLs', () => {
  const publicUrls = ['wss://relay.example/relay', 'wss://second.example']
  expect(leadsHere('wss://relay.example', publicUrls, 'internal:4302')).toBe(true)
  expect(leadsHere('wss://second.example/relay', publicUrls, 'internal:4302')).toBe(true)
  expect(leadsHere('wss://elsewhere.example', publicUrls, 'elsewhere.example')).toBe(false)
})
