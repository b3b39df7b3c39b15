import { object, parse, safeParse } from 'valibot'
import { farcasterEnvironment, farcasterOptions } from './environment.ts'

const Environment = object(farcasterEnvironment)
const FARCASTER_RELAY_URL = 'https://relay.example'
const FARCASTER_RPC_URL = 'https://node.example/v2/secret'

test('visitors can sign in with Farcaster only if a relay and a node are set', () => {
  expect(farcasterOptions(parse(Environment, { FARCASTER_RELAY_URL, FARCASTER_RPC_URL }))).toEqual({
    relayUrl: FARCASTER_RELAY_URL,
    rpcUrl: FARCASTER_RPC_URL,
  })
  expect(farcasterOptions(parse(Environment, {}))).toBeUndefined()
})

test('a relay without a node, or a node without a relay, makes the start fail with a clear message', () => {
  expect(() => farcasterOptions({ FARCASTER_RELAY_URL })).toThrow(
    'FARCASTER_RPC_URL must be set together with FARCASTER_RELAY_URL.',
  )
  expect(() => farcasterOptions({ FARCASTER_RPC_URL })).toThrow(
    'FARCASTER_RELAY_URL must be set together with FARCASTER_RPC_URL.',
  )
})

test.each([
  ['FARCASTER_RELAY_URL', 'https://relay.example/'],
  ['FARCASTER_RELAY_URL', 'https://relay.example?key=secret'],
  ['FARCASTER_RELAY_URL', 'relay.example'],
  ['FARCASTER_RPC_URL', 'wss://node.example/secret'],
])('%s with the value %s is refused, and the message does not repeat the value', (name, value) => {
  const result = safeParse(Environment, { [name]: value })
  expect(result.issues?.[0].message).toMatch(/^must /)
  expect(result.issues?.[0].message).not.toContain(value)
})
