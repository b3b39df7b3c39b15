import { avatarAddress } from './avatarAddress.ts'

const HASH = 'Qma8mnp6xV3J2cRNf3mTth5C8nV11CAnceVinc3y8jSbio'

test.each([
  [' https://img.example/river.png', 'https://img.example/river.png'],
  [`ipfs://${HASH}`, `ipfs://${HASH}`],
  [`ipfs://ipfs/${HASH}/1.png`, `ipfs://${HASH}/1.png`],
  ['data:image/svg+xml;base64,PHN2Zz4=', 'data:image/svg+xml;base64,PHN2Zz4='],
])('a picture at %s is shown', (record, address) => {
  expect(avatarAddress(record)).toBe(address)
})

test.each([
  'eip155:1/erc721:0xb32979486938aa9694bfc898f35dbed459f44424/10063',
  'http://169.254.169.254/latest',
  'data:text/html,<script>',
  'javascript:alert(1)',
  `ipfs://${HASH}/../../x`,
  'ipfs://',
  'https://',
  '',
  `data:image/png;base64,${'A'.repeat(100_000)}`,
])('%p is not accepted as the address of a picture', (record) => {
  expect(avatarAddress(record)).toBeUndefined()
})
