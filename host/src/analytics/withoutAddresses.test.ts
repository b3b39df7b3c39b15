import { ADDRESS, SOLANA_ADDRESS } from '@portico/contracts/testing'
import { withoutAddresses } from './withoutAddresses.ts'

test.each([
  ADDRESS,
  ADDRESS.toLowerCase(),
  SOLANA_ADDRESS,
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
  'tb1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqp3mvzv',
  'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk',
  '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
  '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy',
  `0x${'ab'.repeat(32)}`,
])('%s is removed from a text, wherever it appears', (address) => {
  for (const text of [address, `no funds in ${address}.`, `eip155:1:${address}`, `"${address}"`]) {
    expect(withoutAddresses(text)).toBe(text.replace(address, '…'))
  }
})

test.each([
  'MetaMask',
  'Connection rejected',
  'eip155:137',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
  'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  '4c16cad4-cac9-4643-6726-c696efaf5200',
  'io.metamask.flask',
  'user@example.com',
])('%s stays in a text', (text) => expect(withoutAddresses(text)).toBe(text))
