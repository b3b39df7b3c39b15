import { ethereum } from '../../testing/index.ts'
import { explorerLink } from './explorerLink.ts'

test.each([
  ['https://explorer.example', 'https://explorer.example/tx/0xab'],
  ['https://explorer.example/testnet/', 'https://explorer.example/testnet/tx/0xab'],
  ['https://explorer.example/?cluster=devnet', 'https://explorer.example/tx/0xab?cluster=devnet'],
  [undefined, undefined],
  ['no explorer', undefined],
])('with an explorer at %s, the link is %s', (blockExplorerUrl, link) => {
  expect(explorerLink({ ...ethereum, blockExplorerUrl } as never, 'tx', '0xab')).toBe(link)
})

test('a malicious hash from a service cannot turn the link into one to another site', () => {
  expect(explorerLink(ethereum, 'tx', '../x?y#z')).toBe('https://explorer.example/tx/..%2Fx%3Fy%23z')
  expect(explorerLink(ethereum, 'address', '0xcd')).toBe('https://explorer.example/address/0xcd')
})
