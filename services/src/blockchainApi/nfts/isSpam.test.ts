import { isSpam } from './isSpam.ts'

test.each([
  ['the source says so', { isFlagged: true, name: 'Ape' }],
  ['it calls', { name: 'Claim your reward' }],
  ['it calls in capital letters', { name: 'VISIT US' }],
  ['its collection calls', { name: 'Ape #1', collection: 'Token Airdrop' }],
  ['it gives away', { name: '$5000 Giveaway' }],
  ['it is a voucher', { name: 'Voucher 1000 USDC' }],
  ['it has an address', { name: 'https://prize.example' }],
  ['it has an address without a scheme', { name: 'www.prize' }],
  ['it has a name of the web', { collection: 'ape-rewards.xyz' }],
  ['it leads to a messenger', { name: 't.me/prize' }],
  ['it hides a letter', { name: 'cl\u200baim' }],
  ['it uses letters of another width', { name: 'ｃｌａｉｍ' }],
])('is spam when %s', (_, { isFlagged, ...names }: { isFlagged?: boolean; name?: string; collection?: string }) => {
  expect(isSpam({ contract: '0x', id: '1', isFlagged: isFlagged ?? false, ...names })).toBe(true)
})

test.each([
  [undefined, undefined],
  ['Ape #1', 'Bored Apes'],
  ['vitalik.eth', 'Ethereum Name Service'],
  ['Exclaimed', 'Reclaim'],
  ['Mr. Smith', 'St.Martin'],
  ['Portico Pass', 'Portico Pass'],
  ['Inscription 69994606', undefined],
  ['1.5 Years', 'v2.0'],
])('%s of %s is not spam', (name, collection) => {
  expect(isSpam({ contract: '0x', id: '1', name, collection })).toBe(false)
})
